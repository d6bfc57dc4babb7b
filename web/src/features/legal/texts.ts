export const texts = {
  toc: 'Nesta página',
  terms: 'Termos de Uso',
  privacy: 'Política de Privacidade',
  help: 'Central de Ajuda',
  seeAlso: 'Veja também',
} as const;
