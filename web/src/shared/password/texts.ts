export const texts = {
  show: 'Mostrar ou ocultar senha',
  strength: (word: string) => `Força da senha: ${word}`,
  words: ['Fraca', 'Fraca', 'Razoável', 'Boa', 'Forte'],
  easy: 'fácil de adivinhar',
} as const;
