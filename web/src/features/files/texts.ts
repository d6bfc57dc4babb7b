export const texts = {
  documentTitle: (title: string) => `Arquivos de ${title}`,
  toDetails: 'Detalhes do registro',
  loading: 'Carregando o registro',
  missing: 'Registro não encontrado',
  missingText: 'O registro não existe mais ou não pertence à sua conta.',
  loadFailed: 'Erro ao carregar o registro',
  loadFailedText: 'Não foi possível carregar o registro. Verifique sua conexão e tente novamente.',
  toDashboard: 'Ir para o painel',
} as const;
