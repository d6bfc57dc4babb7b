export const receiptTexts = {
  paid: 'Registros pagos',
  paidAt: (time: string) => `Pago em ${time}`,
  receiptOf: (title: string) => `Baixar recibo de ${title}`,
  none: 'Nenhum recibo ainda',
  noneText: 'Cada registro pago tem aqui o seu recibo em PDF.',
  loading: 'Carregando os recibos',
  failed: 'Não foi possível carregar os registros pagos.',
} as const;
