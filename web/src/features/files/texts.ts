export const texts = {
  tab: (title: string) => `Arquivos de ${title}`,
  toDetails: 'Detalhes do registro',
  loading: 'Carregando o registro',
  missing: 'Registro não encontrado',
  missingText: 'O registro não existe mais ou não pertence à sua conta.',
  failed: 'Erro ao carregar o registro',
  failedText: 'Não foi possível carregar o registro. Verifique sua conexão e tente novamente.',
  dashboard: 'Ir para o painel',
} as const;
