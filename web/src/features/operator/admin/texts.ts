export const texts = {
  title: 'Administração',
  steps: {
    completed: 'Concluído',
    certificate_issued: 'Emitir certificado',
  },
  changeStatus: 'Atualizar Status',
  changeStatusHint: 'Leva a outro status permitido, com motivo e notas.',
  unavailable: 'Mudança de status indisponível',
} as const;

export const ADMIN_SHORTCUTS = [
  { key: 'F', text: 'Concluído: encerra a etapa governamental (administração)' },
  { key: 'I', text: 'Emitir certificado (administração)' },
  { key: 'S', text: 'Atualizar o status (administração)' },
  { key: 'R', text: 'Atribuir ou remover o operador (administração)' },
] as const;
