export const recordTexts = {
  tab: (title: string) => `Registro: ${title}`,
  created: (time: string) => `Criado em ${time}`,
  paid: (time: string) => `Pago em ${time}`,
  issued: (time: string) => `Certificado emitido em ${time}`,
  print: 'Imprimir',
  next: 'Próximo passo',
  asked: 'A equipe pediu:',
  progress: 'Andamento',
  progressFailed: 'Não foi possível carregar o histórico do andamento.',
  progressLoading: 'Carregando o andamento',
  holders: 'Titulares',
  payment: 'Pagamento e recibo',
} as const;
