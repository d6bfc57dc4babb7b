export const texts = {
  assignedOne: (title: string) => `Atribuído a você: ${title}`,
  assignedMany: (count: number) => `${count} registros foram atribuídos a você`,
  unassignedOne: (title: string) => `Não está mais com você: ${title}`,
  unassignedMany: (count: number) => `${count} registros não estão mais com você`,
  openRegistration: 'Abrir o registro',
  ownRegistrations: 'Ver os meus registros',
} as const;
