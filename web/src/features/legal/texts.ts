export const texts = {
  toc: 'Nesta página',
  seeAlso: 'Veja também',
} as const;
