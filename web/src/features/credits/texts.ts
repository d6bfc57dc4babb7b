export const texts = {
  balance: {
    title: 'Saldo de créditos',
    possible: (count: number) => (count === 1 ? '1 registro possível' : `${count} registros possíveis`),
    cost: (cost: string) => `${cost} por registro`,
    buy: 'Comprar Créditos',
    lowTitle: 'Créditos insuficientes',
    low: (missing: string) => `Você precisa de mais ${missing} para um novo registro.`,
    unknown: 'O saldo não pôde ser lido agora. Ele volta sozinho.',
  },
  dialog: {
    title: 'Comprar Créditos',
    lead: 'Escolha um pacote ou informe um valor. Um crédito vale R$ 1,00.',
    packages: 'Pacotes',
    popular: 'Mais Popular',
    custom: 'Valor personalizado',
    customHint: 'De R$ 100,00 a R$ 100.000,00',
    receive: (credits: string) => `Você recebe ${credits}`,
    proceed: 'Continuar para Pagamento',
    loading: 'Carregando pacotes…',
    loadFailed: 'Não foi possível carregar os pacotes.',
    retry: 'Tentar novamente',
    total: 'Compra de créditos',
  },
  errors: {
    title: 'Erro ao processar pagamento',
    fallback: 'Não foi possível criar a intenção de pagamento',
  },
  done: {
    title: 'Pagamento realizado com sucesso!',
    text: (credits: string) => `${credits} foram adicionados à sua conta.`,
  },
} as const;
