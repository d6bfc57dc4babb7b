/** Texts of the overview tab. */
export const texts = {
  label: 'Resumo',
  users: 'Total de usuários',
  usersNote: (admins: string, clients: string, operators: string) =>
    [
      `${admins} ${admins === '1' ? 'administrador' : 'administradores'}`,
      `${clients} ${clients === '1' ? 'cliente' : 'clientes'}`,
      `${operators} ${operators === '1' ? 'operador' : 'operadores'}`,
    ].join(', '),
  usersLink: 'Gerenciar usuários',
  active: 'Registros ativos',
  /** Of all registrations: what came this month may be concluded by now. */
  activeNote: (recent: string) => (recent === '1' ? '1 criado este mês' : `${recent} criados este mês`),
  total: 'Total de registros',
  totalNote: (certificates: string) =>
    certificates === '1' ? '1 certificado emitido' : `${certificates} certificados emitidos`,
  completed: 'Registros concluídos',
  completedNote: (share: string) => `${share} do total`,
  now: {
    title: 'Agora',
    loading: 'Carregando',
    late: 'Atrasados',
    lateNote: 'além do prazo prometido',
    unassigned: 'Sem operador',
    unassignedNote: 'à espera da equipe',
    oldest: 'Há mais tempo à espera',
    oldestNone: 'Nenhum',
    oldestNoneNote: 'nada pago espera a análise',
    disputes: 'Pagamentos contestados',
    disputesNote: 'nos últimos 7 dias',
    doubtful: (count: number) =>
      count === 1 ? '1 certificado a decidir' : `${count} certificados a decidir`,
    money: 'Recebido hoje',
    moneyNote: (count: string) =>
      count === '1' ? 'em 1 pagamento iniciado hoje' : `em ${count} pagamentos iniciados hoje`,
    refunded: (amount: string) => `${amount} devolvidos`,
    failed: 'não foi possível carregar',
  },
  waiting: {
    title: 'O que aguarda',
    loading: 'Carregando',
    count: (count: string) => (count === '1' ? '1 registro' : `${count} registros`),
    what: {
      paid: 'com a taxa paga, à espera da análise',
      reviewing: 'em conferência pela equipe',
      government_processing: 'à espera da etapa governamental',
      completed: 'com certificado por emitir',
      submitted: 'à espera do cliente',
    },
    events: 'Avisos do provedor',
    eventsCount: (count: string) => (count === '1' ? '1 aviso' : `${count} avisos`),
    eventsWhat: 'com falha, por reprocessar',
  },
  doubtful: {
    title: 'Certificados a decidir',
    lead: 'O dinheiro do registro voltou ou está em disputa. Nada é revogado sem a decisão de um administrador.',
    what: { refunded: 'Pagamento estornado', disputed: 'Pagamento em disputa' },
    since: (what: string, day: string) => `${what} em ${day}`,
    revoke: 'Revogar',
    keep: 'Manter',
    failed: 'Não foi possível carregar os certificados a decidir.',
  },
  quick: 'Ações rápidas',
  payments: ['Pagamentos', 'Reembolsos e avisos do provedor'],
  reasons: ['Motivos prontos', 'O que se escolhe ao pedir correções'],
  trail: ['Trilha de auditoria', 'Quem fez o quê, quando e de onde'],
  quickActions: {
    users: ['Gerenciar usuários', 'Funções, contas e operadores'],
    registrations: ['Ver registros', 'Detalhes, atribuição e status'],
    analytics: ['Ver análises', 'Receita, conversão e tendências'],
    status: ['Gerenciar status', 'Atualização em lote'],
  },
} as const;
