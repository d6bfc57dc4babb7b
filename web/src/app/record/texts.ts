export const texts = {
  loading: 'Carregando o registro',
  missing: 'Registro não encontrado',
  missingText: 'O registro não existe mais ou não pertence à sua conta.',
  failed: 'Erro ao carregar o registro',
  failedText: 'Não foi possível carregar o registro. Verifique sua conexão e tente novamente.',
  stale: 'Não foi possível atualizar o registro; o que se vê pode ser de antes.',
  dashboard: 'Ir para o painel',
} as const;
