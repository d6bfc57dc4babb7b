export const texts = {
  given: (title: string) => `Atribuído a você: ${title}`,
  manyGiven: (count: number) => `${count} registros foram atribuídos a você`,
  taken: (title: string) => `Não está mais com você: ${title}`,
  manyTaken: (count: number) => `${count} registros não estão mais com você`,
  open: 'Abrir o registro',
  mine: 'Ver os meus registros',
} as const;
