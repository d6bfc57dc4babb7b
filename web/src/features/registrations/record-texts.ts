export const recordTexts = {
  tab: (title: string) => `Registro: ${title}`,
  created: (time: string) => `Criado em ${time}`,
  paid: (time: string) => `Pago em ${time}`,
  issued: (time: string) => `Certificado emitido em ${time}`,
  print: 'Imprimir',
  next: 'Próximo passo',
  asked: 'A equipe pediu:',
  sectionsLabel: 'Seções do registro',
  /** Keys are values of the URL parameter `secao`. */
  sections: { andamento: 'Andamento', prova: 'Prova', dados: 'Dados', arquivo: 'Arquivo' },
  progress: 'Andamento',
  progressFailed: 'Não foi possível carregar o histórico do andamento.',
  progressLoading: 'Carregando o andamento',
  holders: 'Titulares',
  payment: 'Pagamento e recibo',
} as const;
