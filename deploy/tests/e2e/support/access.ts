import { ALL_ROUTES } from '@g2/gateway/contract/routes/all';

/**
 * Expected access of each call. Roles come from the route table and are checked against the running server; ownership
 * is listed here by hand. A route without a rule fails the matrix.
 * - owner: only the owner, staff are refused; ownerOrStaff, ownerOrAdmin: as named; absent: every caller with the role
 */
type Whose = 'owner' | 'ownerOrStaff' | 'ownerOrAdmin';

type Subject = 'none' | 'registration' | 'user' | 'holder' | 'payment' | 'event';

/** `has: 'nothing'`: the requested resource exists for none of the actors. */
export type Rule = {
  subject: Subject;
  whose?: Whose;
  body?: unknown;
  query?: string;
  staffOwn?: 'refused';
  has?: 'nothing';
};

const ROLES = new Map<string, readonly string[] | undefined>(
  ALL_ROUTES.map(([, { method, path, roles }]) => [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`, roles]),
);

/** Roles of a route such as `GET /api/registrations/{id}`; undefined when it is public. */
export const rolesOf = (id: string): readonly string[] | undefined => ROLES.get(id);

const general: Rule = { subject: 'none' };
const owner: Rule = { subject: 'registration', whose: 'owner' };
const ownerOrStaff: Rule = { subject: 'registration', whose: 'ownerOrStaff' };
const ofRegistration: Rule = { subject: 'registration' };
const ofUser: Rule = { subject: 'user' };

export const details = {
  title: 'Programa',
  applicantName: 'Ana',
  applicantEmail: 'ana@example.com',
  applicantTaxId: '11144477735',
  holderName: 'Ana',
  description: 'Um programa',
  jurisdiction: 'global',
};
const holder = { holderName: 'Ana', holderTaxId: '11144477735', ownershipPercentage: 1 };

const aPasskey = {
  flow: 'x',
  name: '',
  response: { id: 'x', response: { clientDataJSON: 'x', attestationObject: 'x' } },
};

export const rules: Record<string, Rule> = {
  'POST /api/register': general,
  'POST /api/login': general,
  'GET /api/login': general,
  'GET /api/login/callback': general,
  'POST /api/logout': general,
  'GET /api/openapi.json': general,
  'GET /dev/mail': general,
  'GET /livez': general,
  'GET /readyz': general,
  'GET /api/auth/user': general,
  'GET /api/users/{id}/avatar': { subject: 'user', whose: 'ownerOrStaff', has: 'nothing' },
  'PATCH /api/auth/user': { ...general, body: { firstName: 'Ana' } },
  'POST /api/auth/change-password': {
    ...general,
    body: { currentPassword: 'errada-de-propósito', newPassword: 'Outra-senha-1' },
  },
  'POST /api/auth/forgot-password': { ...general, body: { email: 'ninguem@example.com' } },
  'POST /api/auth/reset-password': { ...general, body: { token: 'nenhum', newPassword: 'Nova-senha-1' } },
  'POST /api/auth/allow-sign-in': { ...general, body: { token: 'nenhum' } },
  'POST /api/auth/verify-email': { ...general, body: { token: 'nenhum' } },
  'POST /api/auth/verify-email/resend': { ...general, body: {} },
  'POST /api/auth/change-email': {
    ...general,
    body: { newEmail: 'outra@example.com', currentPassword: 'errada-de-propósito' },
  },
  'GET /api/auth/export': general,
  'POST /api/auth/delete-account': { ...general, body: { currentPassword: 'errada-de-propósito' } },
  'GET /api/auth/sessions': general,
  // No path of the matrix contains a session id.
  'DELETE /api/auth/sessions/{id}': { ...general, has: 'nothing' },
  'DELETE /api/auth/sessions': general,
  'GET /api/auth/tokens': general,
  'POST /api/auth/tokens': {
    ...general,
    body: { name: 'CI', scopes: ['registrations:read'], expiresInDays: 30 },
  },
  'DELETE /api/auth/tokens/{id}': { ...general, has: 'nothing' },
  'GET /api/auth/mfa': general,
  'POST /api/auth/mfa/setup': { ...general, body: {} },
  'POST /api/auth/mfa/enable': { ...general, body: { code: '000000' } },
  'POST /api/auth/mfa/disable': { ...general, body: { code: '000000' } },
  'POST /api/auth/mfa/recovery-codes': { ...general, body: {} },
  'POST /api/auth/passkeys/options': { ...general, body: {} },
  'POST /api/auth/passkeys': { ...general, body: aPasskey },
  'GET /api/auth/passkeys': general,
  'PATCH /api/auth/passkeys/{id}': { ...general, body: { name: 'Celular' }, has: 'nothing' },
  'DELETE /api/auth/passkeys/{id}': { ...general, has: 'nothing' },
  'POST /api/login/mfa': general,
  'POST /api/login/passkey/options': general,
  'POST /api/login/passkey': general,
  'GET /api/auth/providers': general,
  'GET /api/auth/links': general,
  // The provider does not exist.
  'POST /api/auth/links': { ...general, body: { provider: 'nenhum' }, has: 'nothing' },
  'DELETE /api/auth/links/{provider}': { ...general, has: 'nothing' },
  'POST /api/auth/confirm/options': { ...general, body: {} },
  'POST /api/auth/confirm': { ...general, body: { password: 'errada-de-propósito' } },
  'GET /api/registrations': general,
  'GET /api/registrations/stats': general,
  'POST /api/registrations': { ...general, body: details },
  'GET /api/registrations/{id}': ownerOrStaff,
  'PATCH /api/registrations/{id}': { ...owner, body: { title: 'Outro título' } },
  'DELETE /api/registrations/{id}': owner,
  'GET /api/registrations/{id}/history': ownerOrStaff,
  // No corrections were requested.
  'GET /api/registrations/{id}/corrections': { ...ownerOrStaff, has: 'nothing' },
  // The registration has no certificate: refused, but not because of ownership.
  'POST /api/registrations/{id}/versions': { ...owner, body: { whatIsNew: 'Relatórios' } },
  'GET /api/registrations/{id}/versions': ownerOrStaff,
  // The other id does not exist.
  'GET /api/registrations/{id}/versions/{otherId}/diff': { ...ownerOrStaff, has: 'nothing' },
  'POST /api/registrations/{id}/upload': owner,
  'GET /api/registrations/{id}/upload': owner,
  'POST /api/registrations/{id}/uploads': owner,
  'HEAD /api/registrations/{id}/uploads/{uploadId}': owner,
  'PATCH /api/registrations/{id}/uploads/{uploadId}': owner,
  'DELETE /api/registrations/{id}/uploads/{uploadId}': owner,
  'GET /api/registrations/{id}/holders': ownerOrStaff,
  'POST /api/registrations/{id}/holders': { ...owner, body: holder },
  'PATCH /api/registrations/{id}/holders/{holderId}': {
    ...owner,
    subject: 'holder',
    body: { holderName: 'Outro nome' },
  },
  'DELETE /api/registrations/{id}/holders/{holderId}': { ...owner, subject: 'holder' },
  'GET /api/registrations/{id}/messages': ownerOrStaff,
  'POST /api/registrations/{id}/messages': { ...ownerOrStaff, body: { text: 'Oi' } },
  'POST /api/registrations/{id}/messages/read': { ...ownerOrStaff, body: { received: 0 } },
  'POST /api/registrations/{id}/payment-intent': { ...owner, body: {} },
  'GET /api/registrations/{id}/payment': owner,
  'POST /api/registrations/{id}/credit-payment': { ...owner, body: {} },
  'POST /api/payments/{paymentIntentId}/sync': { subject: 'payment', whose: 'owner', body: {} },
  'POST /api/registrations/{id}/resubmit': { ...owner, body: {} },
  'GET /api/registrations/{id}/receipt': { ...owner, whose: 'ownerOrAdmin' },
  'GET /api/registrations/{id}/certificate': ownerOrStaff,
  'GET /api/registrations/{id}/download': ownerOrStaff,
  'GET /api/registrations/{id}/files': ownerOrStaff,
  // No changes were requested.
  'GET /api/registrations/{id}/files/changes': { ...ownerOrStaff, has: 'nothing' },
  'GET /api/registrations/{id}/files/content': { ...ownerOrStaff, query: '?path=README.md' },
  'GET /api/registrations/{id}/files/proof': { ...owner, query: '?path=README.md' },
  'GET /api/registrations/{id}/evidence': ownerOrStaff,
  'GET /api/registrations/{id}/proof': ownerOrStaff,
  'PATCH /api/registrations/{id}/publicity': { ...owner, body: { title: true, holders: false } },
  'GET /api/public/certificates/{number}': { ...general, has: 'nothing' },
  'GET /api/public/files/{sha256}': general,
  'GET /api/open-vouchers': general,
  'GET /api/credit-packages': general,
  'POST /api/credit-purchase/payment-intent': { ...general, body: { packageId: 'registration' } },
  'GET /api/credits': general,
  'GET /api/credit-purchases': general,
  'GET /api/credit-purchases/{id}/payment': { subject: 'event', has: 'nothing' },
  'GET /api/payment-config': general,
  'GET /api/events': general,
  'GET /api/public/support': general,
  'POST /api/contact': {
    ...general,
    body: { name: 'Ana', email: 'ana@example.com', subject: 'Dúvida', message: 'Uma pergunta sobre o hash' },
  },
  'GET /api/contacts': general,
  'POST /api/contacts/{number}/replies': { ...general, body: { text: 'Mais isto' }, has: 'nothing' },
  'POST /api/contacts/{number}/read': { ...general, body: { version: 1 }, has: 'nothing' },
  'GET /api/operator/contacts': general,
  // Absent numbers; the service's tests cover the effects.
  'GET /api/operator/contacts/{number}': { ...general, has: 'nothing' },
  'POST /api/operator/contacts/{number}/answers': {
    ...general,
    body: { version: 1, text: 'Resposta' },
    has: 'nothing',
  },
  'POST /api/operator/contacts/{number}/close': { ...general, body: { version: 1 }, has: 'nothing' },
  'POST /api/operator/contacts/{number}/reopen': { ...general, body: { version: 1 }, has: 'nothing' },
  'POST /api/operator/contacts/{number}/assignee': {
    ...general,
    body: { version: 1, take: true },
    has: 'nothing',
  },
  'GET /api/admin/approvals': general,
  // Absent ids; the gateway's tests cover the effects.
  'POST /api/admin/approvals/{id}/approve': { subject: 'event', has: 'nothing' },
  'POST /api/admin/approvals/{id}/refuse': { subject: 'event', body: { note: 'Motivo' }, has: 'nothing' },
  'POST /api/admin/approvals/{id}/withdraw': { subject: 'event', has: 'nothing' },
  'GET /api/operator/registrations': general,
  'GET /api/operator/registrations/stats': general,
  'GET /api/operator/operators': general,
  'GET /api/operator/registrations/{id}': ofRegistration,
  'GET /api/operator/registrations/{id}/holders': ofRegistration,
  'GET /api/operator/registrations/{id}/history': ofRegistration,
  'GET /api/operator/registrations/{id}/government': ofRegistration,
  // In this status the step has no data yet.
  'PUT /api/operator/registrations/{id}/government': {
    ...ofRegistration,
    body: { version: 0, data: {} },
    staffOwn: 'refused',
  },
  'POST /api/operator/registrations/{id}/government/files': {
    ...ofRegistration,
    query: '?name=guia.pdf',
    staffOwn: 'refused',
  },
  'GET /api/operator/registrations/{id}/government/files/{fileId}': { ...ofRegistration, has: 'nothing' },
  'DELETE /api/operator/registrations/{id}/government/files/{fileId}': {
    ...ofRegistration,
    has: 'nothing',
  },
  'GET /api/operator/registrations/{id}/dossier': ofRegistration,
  'POST /api/operator/protocols': { ...general, body: { text: 'BR 51;24/11/2026' } },
  'PATCH /api/registrations/{id}/operator-action': {
    ...ofRegistration,
    body: { action: 'add_notes', notes: 'Nota' },
    staffOwn: 'refused',
  },
  'POST /api/registrations/{id}/take': { ...ofRegistration, body: {}, staffOwn: 'refused' },
  // No registration can have this jurisdiction, so the call takes nothing from the queue of others.
  'POST /api/operator/next': { ...general, body: { jurisdiction: 'mercosul' }, has: 'nothing' },
  'GET /api/operator/viewers': general,
  'POST /api/operator/registrations/{id}/viewing': { ...ofRegistration, body: {} },
  'GET /api/operator/views': general,
  'POST /api/operator/views': {
    ...general,
    body: { name: 'Atrasados meus', query: 'view=late&assigned=true' },
  },
  // Absent ids; the service's tests cover ownership.
  'PATCH /api/operator/views/{id}': { ...general, body: { name: 'Fila' }, has: 'nothing' },
  'DELETE /api/operator/views/{id}': { ...general, has: 'nothing' },
  'GET /api/operator/reasons': general,
  'GET /api/admin/reasons': general,
  'POST /api/admin/reasons': { ...general, body: { title: 'Título', text: 'Texto' } },
  'PATCH /api/admin/reasons/{id}': { ...general, body: { place: 1 }, has: 'nothing' },
  'DELETE /api/admin/reasons/{id}': { ...general, has: 'nothing' },
  'GET /api/admin/users': general,
  'GET /api/admin/users/{id}': ofUser,
  'GET /api/admin/users/{id}/sessions': ofUser,
  'DELETE /api/admin/users/{id}/sessions': ofUser,
  'GET /api/admin/users/{id}/mails': ofUser,
  'GET /api/admin/users/{id}/dropped-assignments': ofUser,
  'POST /api/admin/users/{id}/restore-assignments': ofUser,
  'PATCH /api/admin/users/{id}': { ...ofUser, body: { firstName: 'Ana' } },
  'PATCH /api/admin/users/{id}/role': { ...ofUser, body: { role: 'client' } },
  'PATCH /api/admin/users/{id}/deactivate': { ...ofUser, body: {} },
  'PATCH /api/admin/users/{id}/reactivate': { ...ofUser, body: {} },
  'DELETE /api/admin/users/{id}': ofUser,
  'POST /api/admin/users/{id}/reset-password': { ...ofUser, body: { newPassword: 'Nova-senha-1' } },
  'DELETE /api/admin/users/{id}/mfa': ofUser,
  'POST /api/admin/users/{id}/credits': { ...ofUser, body: { delta: 1, reason: 'Ajuste' } },
  'POST /api/admin/credits': { ...general, body: { userId: '{user}', delta: 1, reason: 'Ajuste' } },
  'GET /api/admin/credits/{userId}': ofUser,
  'GET /api/admin/enhanced-stats': general,
  'GET /api/admin/analytics': general,
  'GET /api/admin/analytics/figures': general,
  'GET /api/admin/export': general,
  'POST /api/admin/export': { ...general, body: { period: 7 } },
  'GET /api/admin/registrations': general,
  'GET /api/admin/operators': general,
  'POST /api/admin/registrations/{id}/assign-operator': {
    ...ofRegistration,
    body: { operatorId: '{operator}' },
  },
  'DELETE /api/admin/registrations/{id}/assign-operator': ofRegistration,
  'PATCH /api/admin/registrations/{id}/status': {
    ...ofRegistration,
    body: { status: 'reviewing', expectedStatus: 'submitted' },
    staffOwn: 'refused',
  },
  'GET /api/admin/payments': general,
  'GET /api/admin/payments/attention': general,
  'POST /api/admin/payments/export': { ...general, body: {} },
  // Like webhook events, these have no owner.
  'GET /api/admin/payments/{id}': { subject: 'event' },
  'POST /api/admin/payments/{id}/given-back': {
    subject: 'event',
    body: { amount: 349_900, transferredOn: '2026-01-02', reference: 'E1' },
  },
  'POST /api/admin/payments/{id}/refund': { subject: 'event', body: { reason: 'requested' } },
  'GET /api/admin/unpaid-files': general,
  'POST /api/admin/unpaid-files/{id}/reminder': { ...ofRegistration, body: {} },
  'GET /api/admin/webhook-events': general,
  'GET /api/admin/certificates/doubtful': general,
  'POST /api/admin/certificates/{number}/keep': {
    ...general,
    body: { reason: 'Motivo' },
    has: 'nothing',
  },
  'POST /api/admin/certificates/{number}/revoke': {
    ...general,
    body: { reason: 'Motivo' },
    has: 'nothing',
  },
  'GET /api/admin/audit': general,
  'POST /api/admin/audit/export': { ...general, body: {} },
  'POST /api/admin/webhook-events/{id}/replay': { subject: 'event', body: {} },
};
