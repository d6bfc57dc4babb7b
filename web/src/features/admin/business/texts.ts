import type { Figures } from '@g2/gateway/contract/business-metrics';

const FUNNEL: Readonly<Record<Figures['funnel'][number]['step'], string>> = {
  created: 'Criados',
  file: 'Arquivo enviado',
  paid: 'Pagos',
  review: 'Análise iniciada',
  government: 'Processamento governamental',
  completed: 'Concluídos',
  certificate: 'Certificado emitido',
};

const STAGES: Readonly<Record<Figures['stages'][number]['stage'], string>> = {
  submitted: 'Da criação ao pagamento',
  paid: 'À espera da análise',
  reviewing: 'Em análise',
  correction: 'Em correção pelo cliente',
  government_processing: 'Processamento governamental',
  completed: 'À espera do certificado',
  total: 'Do pagamento ao certificado',
};

/** Texts of the business figures. The name of a figure is followed by its definition, the note. */
export const texts = {
  failed: 'Erro ao carregar os números do negócio',
  failedText: 'Não foi possível carregar dinheiro, fluxo e tempos. Tente novamente.',
  loading: 'Carregando os números do negócio',
  periodNote: (from: string, to: string, comparedTo: string) =>
    `De ${from} a ${to}, hoje incluído, em dias de Brasília; comparado ${comparedTo}.`,
  sections: { label: 'Números do negócio', dinheiro: 'Dinheiro', operacao: 'Operação', funil: 'Funil' },
  span: 'Séries por',
  spans: { day: 'Dia', week: 'Semana', month: 'Mês' },

  money: 'Dinheiro',
  noMoney: 'O serviço de pagamentos não respondeu',
  noMoneyText: 'Os valores aparecem quando ele voltar; os demais números estão abaixo.',
  received: 'Recebido',
  receivedNote:
    'Pagamentos de registros e compras de créditos confirmados por cartão, Pix ou boleto no período, sem descontar devoluções.',
  net: 'Líquido',
  netNote:
    'O recebido pelo provedor (cartão, Pix e boleto), menos as devoluções e as contestações perdidas que começaram no período, e menos o que ainda está por devolver.',
  toReturn: 'A devolver',
  toReturnNote: 'O que chegou no período e não era mais devido: falta devolver ao pagador.',
  refunds: 'Devoluções',
  refundsNote: 'Valores devolvidos, pelo dia em que a devolução começou; a que falhou não conta.',
  disputes: 'Contestações',
  disputesNote:
    'Valores contestados no banco, pelo dia em que a contestação começou; simples consultas não contam.',
  lostDisputes: (count: string, cents: string) => `Perdidas: ${count} (${cents})`,
  creditsSold: 'Créditos vendidos',
  creditsSoldNote:
    'Preço das compras de créditos concluídas no período; só viram receita quando pagam um registro.',
  revenue: 'Receita reconhecida',
  revenueNote:
    'Registros que ficaram pagos no período, pelo provedor, por créditos comprados ou à mão; cortesias não contam, devoluções não são descontadas.',
  paidByCard: 'Cartão, Pix e boleto',
  paidByCredits: 'Créditos',
  paidManually: 'À mão',
  gifts: 'Pago com cortesias',
  giftsNote:
    'Parte dos registros paga com créditos dados pela administração, gastos antes dos comprados; não é receita.',
  outstandingCredits: 'Créditos em aberto',
  outstandingCreditsNote: 'Saldo de todas as contas no fim do período: o que ainda se deve em registros.',
  giftsIncluded: (cents: string) => `Dos quais cortesias: ${cents}`,
  timesCount: (count: number, text: string) => `${text} ${count === 1 ? 'vez' : 'vezes'}`,

  flow: 'Registros por período',
  flowNote:
    'Registros criados (sem os excluídos), pagos pela primeira vez e com certificado emitido em cada intervalo; o primeiro e o último podem estar incompletos.',
  created: 'Criados',
  paid: 'Pagos',
  issued: 'Emitidos',
  noFlow: 'Nenhum registro no período',
  noFlowText: 'As colunas aparecem com o primeiro registro.',
  cash: 'Dinheiro por período',
  cashNote: 'Recebido no cartão e devolvido (devoluções e contestações perdidas) em cada intervalo.',
  cashReceived: 'Recebido',
  cashReturned: 'Devolvido',
  noCash: 'Nenhum pagamento no período',
  noCashText: 'As colunas aparecem com o primeiro pagamento no cartão.',
  intervalStart: { day: 'Dia', week: 'Semana de', month: 'Mês' },

  funnel: 'Funil',
  funnelNote:
    'Dos registros criados no período (sem os excluídos), quantos chegaram a cada etapa até agora; os do período anterior tiveram mais tempo.',
  noFunnel: 'Nenhum registro criado no período',
  noFunnelText: 'O funil aparece com o primeiro registro.',
  funnelSteps: FUNNEL,
  shareOfCreated: (share: string) => `${share} dos criados`,
  loss: (count: string, share: string) => `−${count} (${share}) desde a etapa anterior`,
  noLoss: 'Nenhuma perda desde a etapa anterior',
  previousCount: (count: string) => `Período anterior: ${count}`,
  previousCountAndShare: (count: string, share: string) => `Período anterior: ${count} (${share})`,

  previousValue: (value: string) => `antes: ${value}`,
  stages: 'Tempo por etapa',
  stagesNote:
    'Tempo até sair de cada etapa, das saídas do período: metade saiu dentro da mediana, 9 em cada 10 dentro do percentil 90; margem de 5%. Antes: as saídas do período anterior.',
  stageNames: STAGES,
  stage: 'Etapa',
  median: 'Mediana',
  p90: 'Percentil 90',
  count: 'n',

  operators: 'Por operador',
  operatorsNote:
    'Passos são as mudanças de status feitas no período; a taxa de correção é a parte das análises encerradas que voltou ao cliente. Antes: no período anterior.',
  noOperators: 'Nenhum passo da equipe no período',
  noOperatorsText: 'Cada mudança de status feita por operador ou administrador aparece aqui.',
  operator: 'Operador',
  unknownOperator: 'Nome indisponível',
  steps: 'Passos',
  reviews: 'Análises',
  corrections: 'Correções',
  correctionRate: 'Taxa',

  backlog: 'Fila ao longo do tempo',
  backlogNote:
    'Quantos registros estavam em cada status no fim de cada dia, sem os já certificados; o de hoje é o de agora. Abaixo, agora e no fim do período anterior.',
  noBacklog: 'Nenhum registro em andamento no período',
  noBacklogText: 'As colunas aparecem com o primeiro registro.',
  day: 'Dia',
} as const;
