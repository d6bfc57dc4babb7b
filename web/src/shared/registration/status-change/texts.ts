export const texts = {
  dialog: 'Atualizar status',
  dialogs: {
    completed: 'Concluir registro',
    certificate_issued: 'Emitir certificado',
  } as Readonly<Record<string, string>>,
  current: 'Status atual:',
  next: 'Novo status',
  reason: 'Motivo (opcional)',
  notes: 'Notas internas (opcional)',
  notesHint: 'Só a equipe vê.',
  invalid: 'Status inválido',
  submit: 'Atualizar status',
  submits: {
    completed: 'Marcar como Concluído',
    certificate_issued: 'Emitir certificado',
  } as Readonly<Record<string, string>>,
  done: 'Status atualizado',
  doneText: (status: string) => `O registro agora está em ${status}.`,
  failed: 'Erro ao atualizar status',
  failedText: 'Falha ao atualizar status do registro',
  why: {
    own: 'Você não pode processar o seu próprio registro.',
    same: 'É o status atual.',
    final: 'Certificado Emitido é o status final.',
    noFile: 'O cliente ainda não enviou o arquivo.',
    only: (from: string, statuses: string) => `De ${from} só se passa para ${statuses}.`,
  },
  effects: {
    submitted: 'Devolve ao cliente para correções, sem nova cobrança, e o avisa por e-mail.',
    manual: (amount: string) => `Registra um pagamento manual de ${amount}.`,
    manuals: (count: number, sum: string) =>
      count === 1 ? `Registra 1 pagamento manual: ${sum}.` : `Registra ${count} pagamentos manuais: ${sum}.`,
    resubmitted: 'Reenvia sem nova cobrança.',
    resubmissions: (count: number) => `Reenvia ${count} sem nova cobrança.`,
    reviewing: 'Inicia a análise e avisa o cliente por e-mail.',
    backInReview: 'Volta à análise e avisa o cliente por e-mail.',
    government_processing: 'Registra o envio ao governo e avisa o cliente por e-mail.',
    completed: 'Encerra a etapa governamental e avisa o cliente por e-mail.',
    certificate_issued: 'Emite o certificado e avisa o cliente por e-mail; não tem volta.',
    each: (effect: string) => `Em cada um: ${effect.charAt(0).toLowerCase()}${effect.slice(1)}`,
  },
  noReason: {
    payment:
      'Pagamento manual sem motivo: o histórico não dirá de onde veio o dinheiro. Registrar mesmo assim?',
    corrections: 'Sem motivo, o cliente lerá apenas "Correções solicitadas pela equipe". Enviar mesmo assim?',
  },
  withoutReason: { payment: 'Registrar sem motivo', corrections: 'Enviar sem motivo' },
} as const;
