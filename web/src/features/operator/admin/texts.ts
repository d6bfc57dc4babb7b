export const texts = {
  title: 'Administração',
  steps: {
    completed: 'Concluído',
    certificate_issued: 'Emitir certificado',
  },
  any: 'Atualizar Status',
  anyHint: 'Leva a outro status permitido, com motivo e notas.',
  unavailable: 'Mudança de status indisponível',
  assign: 'Atribuir',
  keys: {
    completed: 'Concluído: encerra a etapa governamental (administração)',
    certificate_issued: 'Emitir certificado (administração)',
    any: 'Atualizar o status (administração)',
    assign: 'Atribuir ou remover o operador (administração)',
  },
} as const;
