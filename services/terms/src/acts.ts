/** Acts that services other than identity record. All other acts concern accounts and sessions. */
const NAMES_OF_OTHER_SERVICES = {
  'credits-adjusted': 'Ajustou créditos',
  'payment-given-back': 'Registrou a devolução de um boleto',
  'payment-refunded': 'Ordenou um reembolso',
  'payment-reminded': 'Lembrou um cliente de pagar',
  'payments-exported': 'Exportou pagamentos em CSV',
  'webhook-replayed': 'Reprocessou um aviso de pagamento',
  'status-set': 'Alterou o status de um registro',
  'operator-assigned': 'Atribuiu um operador',
  'operator-unassigned': 'Removeu a atribuição',
  'assignments-dropped': 'Retirou as atribuições de quem saiu da equipe',
  'assignments-restored': 'Devolveu as atribuições de um usuário',
  'file-downloaded': 'Baixou o arquivo de um registro',
  'government-edited': 'Alterou os dados do processamento governamental',
  'government-file-added': 'Anexou um documento do processamento governamental',
  'government-file-removed': 'Removeu um documento do processamento governamental',
  'certificate-revoked': 'Revogou um certificado',
  'certificate-kept': 'Manteve um certificado',
} as const;

/** Acts of the audit trail, with their names on screens and in exports. The meaning of a key never changes. */
export const ACT_NAMES = {
  'sign-up': 'Criou a conta',
  'sign-in': 'Entrou',
  'sign-in-refused': 'Entrada recusada',
  'sign-in-throttled': 'Entrada barrada por excesso de tentativas',
  'sign-in-allowed': 'Permitiu a entrada de um lugar novo',
  'sign-out': 'Saiu',
  'session-ended': 'Encerrou uma sessão',
  'sessions-ended': 'Encerrou as outras sessões',
  'identity-confirmed': 'Confirmou a identidade',
  'password-changed': 'Alterou a senha',
  'password-reset-asked': 'Pediu nova senha por e-mail',
  'password-reset': 'Definiu nova senha pelo link do e-mail',
  'password-set': 'Redefiniu a senha de um usuário',
  'email-confirmed': 'Confirmou o e-mail',
  'email-change-asked': 'Pediu a troca do e-mail',
  'email-changed': 'Trocou o e-mail',
  'factor-added': 'Ativou um segundo fator',
  'factor-removed': 'Removeu um segundo fator',
  'factor-refused': 'Segundo fator recusado',
  'factor-reset': 'Removeu o segundo fator de um usuário',
  'recovery-codes-made': 'Gerou códigos de recuperação',
  'provider-linked': 'Vinculou um provedor de identidade',
  'provider-unlinked': 'Desvinculou um provedor de identidade',
  'api-token-created': 'Criou um token de API',
  'api-token-revoked': 'Revogou um token de API',
  'api-tokens-revoked': 'Revogou todos os tokens de API',
  'account-edited': 'Editou um usuário',
  'role-changed': 'Alterou a função de um usuário',
  'account-deactivated': 'Desativou um usuário',
  'account-reactivated': 'Reativou um usuário',
  'account-deleted': 'Excluiu uma conta',
  'account-exported': 'Exportou os dados da conta',
  'approval-asked': 'Pediu a aprovação de outro administrador',
  'approval-given': 'Aprovou um pedido',
  'approval-refused': 'Recusou um pedido de aprovação',
  'approval-withdrawn': 'Retirou um pedido de aprovação',
  'report-exported': 'Exportou registros em CSV',
  'trail-exported': 'Exportou a trilha',
  ...NAMES_OF_OTHER_SERVICES,
  'contact-answered': 'Respondeu um atendimento',
  'contact-closed': 'Encerrou um atendimento',
  'contact-reopened': 'Reabriu um atendimento',
  'contact-taken': 'Assumiu um atendimento',
  'contact-left': 'Deixou um atendimento',
} as const satisfies Record<string, string>;

export type ActName = keyof typeof ACT_NAMES;
export const isActName = (text: string): text is ActName => Object.hasOwn(ACT_NAMES, text);

export const isAccountAct = (action: string): boolean =>
  isActName(action) && !Object.hasOwn(NAMES_OF_OTHER_SERVICES, action);

export const ACT_SUBJECTS = [
  'user',
  'session',
  'registration',
  'payment',
  'certificate',
  'report',
  'trail',
  'contact',
  'approval',
] as const;
type ActSubject = (typeof ACT_SUBJECTS)[number];

/** An act for the audit trail, as a service reports it. auditEvent of kit adds the client address and request id. */
export type Act = {
  action: ActName;
  /** Account that acts; null when no user is signed in. */
  actorId: string | null;
  subjectType: ActSubject;
  subjectId: string;
  /** Further values for readers of the trail: names, numbers and ids, no personal data. */
  detail?: Readonly<Record<string, string>>;
};
