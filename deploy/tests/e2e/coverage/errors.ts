import { noted, type Sentence, shown } from './sentence.ts';

/** Spec §8, text by text. */
export const errors: readonly Sentence[] = [
  shown(
    'All errors are red (destructive) toasts; server message is used when present.',
    'toasts-time',
    'http-message-fallback',
    'admin-users-role',
    'auth-busy',
  ),
  shown(
    "Session: 'Falha no login', 'Falha no registro', 'Falha no logout' (description server message or same text);",
    'auth-login',
    'auth-sign-up',
    'header-logout',
  ),
  shown("'Erro ao atualizar' / 'Não foi possível atualizar as permissões'.", 'header-refresh'),
  shown(
    "Session success: 'Login realizado com sucesso' (Bem-vindo(a), first name!), 'Registro realizado com sucesso',",
    'auth-login',
    'auth-sign-up',
  ),
  shown("'Logout realizado com sucesso' (Até logo!),", 'header-logout'),
  shown("'Permissões atualizadas' (Suas permissões foram recarregadas com sucesso.).", 'header-refresh'),
  shown(
    "Payments: 'Erro de pagamento' / 'Sistema de pagamento não está pronto. Tente novamente.';",
    'payer-told',
    'stripe-not-ready',
  ),
  shown(
    "'Falha no pagamento' with provider message or 'Ocorreu um erro ao processar o pagamento. Tente novamente.'; 'Erro inesperado' / 'Ocorreu um erro inesperado. Por favor, tente novamente.'; 'Erro ao processar pagamento' (server message or 'Não foi possível criar a intenção de pagamento'); 'Valor inválido'; success 'Pagamento realizado com sucesso!' (credits added).",
    'payer-told',
  ),
  shown(
    "Low balance: 'Créditos insuficientes': 'Você precisa de mais X créditos para um novo registro.'",
    'dashboard-balance',
    'payer-told',
  ),
  shown(
    "Registration payment: 'Erro ao inicializar pagamento': status 400 gives 'Este registro não está disponível para pagamento no momento.'; other 'Não foi possível inicializar o pagamento. Tente novamente.'; modal closes. 'Erro no pagamento com créditos' (server message or 'Não foi possível processar o pagamento com créditos.').",
    'payer-told',
  ),
  shown(
    "Certificate: 400 'Certificado não disponível' (server message or 'O certificado ainda não foi emitido para este registro.'); 404 'Registro não encontrado'; other 'Erro no download'. Success 'Download concluído'.",
    'details-certificate',
    'certificate-fallback',
    'certificate-early',
  ),
  shown("Wizard/admin titles: 'Erro ao criar registro',", 'wizard-draft'),
  shown(
    "'Erro no upload' (inner: 'Erro ao processar resposta do servidor', 'Erro ao enviar arquivo', 'Erro de rede ao enviar arquivo'; progress resets to 0),",
    'wizard-upload-errors',
    'upload-failure-named',
  ),
  shown("'Erro ao adicionar titular', 'Erro ao remover titular',", 'wizard-holders-errors'),
  shown("'Erro ao atualizar função', 'Erro ao excluir usuário',", 'admin-users-role', 'admin-users-remove'),
  shown(
    "'Erro ao atribuir operador' (fallback 'Não foi possível atribuir o operador.'), 'Erro ao remover atribuição',",
    'admin-registrations-assign',
  ),
  shown(
    "'Erro ao atualizar status' (fallback 'Falha ao atualizar status do registro'),",
    'admin-registrations-status',
    'errors-status-fallback',
  ),
  shown(
    "'Erro na atualização em lote' (per item 'Falha ao atualizar registro {id}'),",
    'admin-status-results',
  ),
  shown(
    "'Erro ao carregar usuários', 'Erro ao carregar registros', 'Erro ao carregar análises'.",
    'admin-users-states',
    'admin-registrations-states',
    'admin-analytics-states',
  ),
  shown(
    "Credits/users: 'Erro ao atualizar créditos' (fallback 'Falha ao atualizar créditos do usuário'),",
    'users-credits',
    'admin-credits-optimistic',
  ),
  shown(
    "'Erro ao carregar estatísticas' ('Não foi possível carregar os dados do painel. Tente novamente.'),",
    'operator-states',
    'admin-overview-states',
  ),
  shown("'Falha ao buscar usuários',", 'users-states'),
  shown("'Erro ao atualizar usuário', 'Erro ao desativar usuário',", 'errors-user'),
  shown("'Erro ao reativar usuário', 'Erro ao redefinir senha'.", 'users-active', 'users-password'),
  shown(
    "Operator: 'Erro ao carregar dados' (fallback 'Falha ao carregar informações do registro'),",
    'operator-detail-missing',
  ),
  shown("'Erro ao executar ação' (fallback 'Ocorreu um erro ao processar a ação'),", 'operator-optimistic'),
  shown("'Erro ao baixar' ('Não foi possível baixar o arquivo').", 'operator-detail-file'),
  shown(
    "Inline: 'Erro ao carregar usuários', 'Nenhum usuário encontrado', 'Nenhuma transação de crédito encontrada',",
    'admin-users-states',
    'admin-users-list',
    'admin-credits-history',
  ),
  shown(
    "'Nenhum registro encontrado', 'Nenhum histórico disponível'.",
    'admin-registrations-list',
    'history-none',
  ),
  shown(
    "Other success toasts: 'Registro criado', 'Arquivo enviado com sucesso' (first 16 characters of hash),",
    'wizard-basic',
    'wizard-upload',
  ),
  shown("'Titular adicionado', 'Titular removido',", 'wizard-holders'),
  shown(
    "'Função atualizada', 'Usuário excluído', 'Operador atribuído', 'Atribuição removida',",
    'admin-users-role',
    'admin-users-remove',
    'admin-registrations-assign',
  ),
  shown(
    "'Status atualizado', 'Status atualizados' (n registros),",
    'admin-registrations-status',
    'admin-status-bulk',
  ),
  shown(
    "'Registro concluído', 'Dados atualizados',",
    'wizard-finished',
    'admin-analytics-period',
    'wizard-complete',
  ),
  noted(
    "'Exportação iniciada' (report sent by e-mail),",
    'The CSV downloads at once; it goes by e-mail too where mail is set up, and the text says so only then (contract, last section).',
    'admin-export-csv',
  ),
  shown(
    "'Créditos atualizados', 'Usuário atualizado/desativado/reativado com sucesso', 'Senha redefinida com sucesso',",
    'users-credits',
    'users-edit',
    'users-active',
    'users-password',
  ),
  shown("'Ação executada com sucesso', 'Download iniciado'.", 'operator-actions-run', 'operator-detail-file'),
  noted(
    'Generic: any non-OK response without a better message gives the status code, colon, space, then body text or status text.',
    'The error holds that text. On a screen there is always a better message: a Portuguese sentence for the action that failed, where a proxy’s page or a status in English would stand otherwise.',
    'http-error-generic',
    'http-message-fallback',
  ),
];
