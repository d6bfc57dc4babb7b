export const texts = {
  tabTitle: 'Painel',
  welcome: (name: string) => `Olá, ${name}`,
  unnamedUser: 'desenvolvedor(a)',
  lead: 'Acompanhe seus registros, pagamentos e certificados.',
  register: 'Registrar Software',
  contact: {
    button: 'Contato',
    question: 'Ficou com alguma dúvida sobre o processo?',
  },
  unavailable: {
    title: 'Não foi possível abrir',
    text: 'Parte da página não foi carregada. Recarregue a página e tente novamente.',
  },
  linkedRegistration: {
    notFound: 'Registro não encontrado',
    notFoundText: 'O registro não existe mais ou não pertence à conta em que você entrou.',
    failed: 'Erro ao abrir o registro',
    failedText: 'Não foi possível carregar o registro. Tente novamente.',
  },
  paymentReturn: {
    approved: 'Pagamento Aprovado!',
    approvedText: 'O status já foi atualizado.',
    pending: 'Pagamento em processamento',
    pendingText: 'O status muda sozinho assim que o banco responder.',
    failed: 'Falha no pagamento',
    failedText: 'Ocorreu um erro ao processar o pagamento. Tente novamente.',
  },
} as const;
