export const texts = {
  modal: {
    title: 'Pagamento do registro',
    singlePayment: 'Pagamento único, sem mensalidade.',
    chooseMethod: 'Como você quer pagar?',
    cardNote: 'Crédito ou débito',
    creditsNote: (balance: string) => `Saldo: ${balance}`,
    payWithCard: 'Pagar com cartão',
    payWithPix: 'Pagar com Pix',
    pixNote: 'QR code ou copia e cola; confirmado na hora',
    payWithBoleto: 'Pagar com boleto',
    boletoNote: 'Confirmado em até 2 dias úteis',
    payWithCredits: 'Pagar com créditos',
    confirmCredits: 'Confirmar pagamento',
    balance: 'Saldo atual',
    balanceAfter: 'Saldo após o pagamento',
  },
  holders: {
    failed: 'Não foi possível carregar os titulares.',
    review: 'Rever titulares',
    payAnyway: 'Está certo, pagar',
  },
  uploading: {
    title: 'O arquivo ainda está em envio',
    text: 'Pague quando ele tiver chegado: até lá, o arquivo guardado é o anterior.',
    showUpload: 'Ver envio',
  },
  alreadyPaid: {
    title: 'Este registro já está pago',
    text: 'O pagamento foi concluído em outra aba ou janela. Nada mais será cobrado.',
  },
  errors: {
    startFailedTitle: 'Erro ao inicializar pagamento',
    notPayable: 'Este registro não está disponível para pagamento no momento.',
    startFailed: 'Não foi possível inicializar o pagamento. Tente novamente.',
    creditsTitle: 'Erro no pagamento com créditos',
    credits: 'Não foi possível processar o pagamento com créditos.',
  },
  done: {
    creditsTitle: 'Pagamento realizado com sucesso!',
    creditsUsed: (used: string) => `${used} foram usados neste registro.`,
  },
} as const;
