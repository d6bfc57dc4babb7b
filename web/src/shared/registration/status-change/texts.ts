export const texts = {
  dialogTitle: 'Atualizar status',
  dialogTitles: {
    completed: 'Concluir registro',
    certificate_issued: 'Emitir certificado',
  } as Readonly<Record<string, string>>,
  currentStatus: 'Status atual:',
  newStatus: 'Novo status',
  reason: 'Motivo (opcional)',
  notes: 'Notas internas (opcional)',
  notesHint: 'Só a equipe vê.',
  invalidStatus: 'Status inválido',
  submit: 'Atualizar status',
  submitByStatus: {
    completed: 'Marcar como Concluído',
    certificate_issued: 'Emitir certificado',
  } as Readonly<Record<string, string>>,
  done: 'Status atualizado',
  doneText: (status: string) => `O registro agora está em ${status}.`,
  failed: 'Erro ao atualizar status',
  failedText: 'Falha ao atualizar status do registro',
  refusals: {
    ownRegistration: 'Você não pode processar o seu próprio registro.',
    currentStatus: 'É o status atual.',
    finalStatus: 'Certificado Emitido é o status final.',
    missingFile: 'O cliente ainda não enviou o arquivo.',
    onlyTransitions: (from: string, statuses: string) => `De ${from} só se passa para ${statuses}.`,
  },
  consequences: {
    submitted: 'Devolve ao cliente para correções, sem nova cobrança, e o avisa por e-mail.',
    manualPayment: (amount: string) => `Registra um pagamento manual de ${amount}.`,
    manualPayments: (count: number, sum: string) =>
      count === 1 ? `Registra 1 pagamento manual: ${sum}.` : `Registra ${count} pagamentos manuais: ${sum}.`,
    resubmission: 'Reenvia sem nova cobrança.',
    resubmissions: (count: number) => `Reenvia ${count} sem nova cobrança.`,
    reviewing: 'Inicia a análise e avisa o cliente por e-mail.',
    returnToReview: 'Volta à análise e avisa o cliente por e-mail.',
    government_processing: 'Registra o envio ao governo e avisa o cliente por e-mail.',
    completed: 'Encerra a etapa governamental e avisa o cliente por e-mail.',
    certificate_issued: 'Emite o certificado e avisa o cliente por e-mail; não tem volta.',
    inEach: (sentence: string) => `Em cada um: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,
  },
  missingReason: {
    payment:
      'Pagamento manual sem motivo: o histórico não dirá de onde veio o dinheiro. Registrar mesmo assim?',
    corrections: 'Sem motivo, o cliente lerá apenas "Correções solicitadas pela equipe". Enviar mesmo assim?',
  },
  submitWithoutReason: { payment: 'Registrar sem motivo', corrections: 'Enviar sem motivo' },
} as const;
