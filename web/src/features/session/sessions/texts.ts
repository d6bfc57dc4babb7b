export const texts = {
  title: 'Sessões',
  lead: 'Onde a sua conta está aberta agora. Encerre o que não reconhece: a sessão deixa de valer na hora.',
  list: 'Sessões abertas',
  current: 'Esta sessão',
  inUse: 'Em uso agora',
  lastUsed: (at: string) => `Último uso em ${at}`,
  opened: (at: string) => `Aberta em ${at}`,
  address: (address: string) => `Endereço ${address}`,
  precision: 'O último uso pode estar até 5 minutos atrasado.',
  alone: 'Só esta sessão está aberta.',
  end: 'Encerrar',
  endOf: (device: string, opened: string) => `Encerrar ${device}, aberta em ${opened}`,
  endOthers: 'Encerrar as outras',
  endOthersTitle: 'Encerrar as outras sessões?',
  endOthersText: (count: number) =>
    count === 1
      ? 'A outra sessão da sua conta será encerrada na hora. Esta continua aberta.'
      : `As outras ${count} sessões da sua conta serão encerradas na hora. Esta continua aberta.`,
  ended: 'Sessão encerrada',
  endedText: (device: string) => `${device} não tem mais acesso à sua conta.`,
  othersEnded: 'Sessões encerradas',
  othersEndedText: 'Só esta sessão continua aberta.',
  failed: 'Erro ao encerrar',
  failedText: 'Não foi possível encerrar. Tente novamente.',
  notLoaded: 'Não foi possível carregar as sessões.',
  loading: 'Sessões',
  unknown: {
    title: 'Não fui eu',
    lead: 'Recebeu um aviso de acesso que não reconhece? Em dois passos a conta volta a ser só sua.',
    steps: [
      {
        title: 'Defina uma nova senha',
        text: 'Enviamos um link para o e-mail da conta. Com a nova senha, todas as sessões abertas são encerradas, também a de quem entrou.',
        action: 'Definir nova senha',
        to: '/auth/esqueci',
      },
      {
        title: 'Confira as sessões abertas',
        text: 'Entre na sua conta e veja de onde ela está aberta. O que não reconhecer, encerre.',
        action: 'Ver as sessões abertas',
        to: '/profile/sessoes',
      },
    ],
    noteTitle: 'Por que recebi o aviso?',
    note: 'Avisamos quando alguém entra na sua conta de um navegador e de uma rede que ela não usou nos últimos 90 dias. Um navegador novo, uma janela anônima ou uma viagem também o causam: se foi você, não precisa fazer nada.',
    reuse: 'Se usava a mesma senha em outros sites, troque-a neles também.',
  },
} as const;
