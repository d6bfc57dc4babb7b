/** What it says of who processes a registration. */
export const texts = {
  assignment: 'Operador responsável',
  nobody: 'Não atribuído',
  operator: 'Operador',
  choose: 'Selecione um operador',
  load: (count: number) => (count === 1 ? '1 atribuído' : `${count} atribuídos`),
  assign: 'Atribuir operador',
  unassign: 'Remover atribuição',
  assigned: 'Operador atribuído',
  assignFailed: 'Erro ao atribuir operador',
  assignFailedText: 'Não foi possível atribuir o operador.',
  unassigned: 'Atribuição removida',
  unassignFailed: 'Erro ao remover atribuição',
  unassignFailedText: 'Não foi possível remover a atribuição.',
} as const;
