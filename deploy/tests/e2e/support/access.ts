import { ALL_ROUTES } from '@g2/gateway/contract/routes/all';

/**
 * Expected access of each call. Roles come from the route table and are checked against the running server;
 * ownership is listed here by hand. A route without a rule fails the matrix. `allowed`:
 * - owner: only the owner, staff are refused
 * - ownerOrStaff, ownerOrAdmin: as named
 * - absent: every caller with the role
 */
type Ownership = 'owner' | 'ownerOrStaff' | 'ownerOrAdmin';

type Subject = 'none' | 'registration' | 'user' | 'holder' | 'payment' | 'event';

/** `has: 'nothing'`: the requested resource exists for none of the actors. */
export type Rule = {
  subject: Subject;
  allowed?: Ownership;
  body?: unknown;
  query?: string;
  staffOwn?: 'refused';
  has?: 'nothing';
};

const ROLES = new Map<string, readonly string[] | undefined>(
  ALL_ROUTES.map(([, { method, path, roles }]) => [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`, roles]),
);

/** Routes of the contract, such as `GET /api/registrations/{id}`. */
export const routeIds: readonly string[] = [...ROLES.keys()];

/** Roles of a route such as `GET /api/registrations/{id}`; undefined when it is public. */
export const rolesOf = (id: string): readonly string[] | undefined => ROLES.get(id);

const noResource: Rule = { subject: 'none' };
const owner: Rule = { subject: 'registration', allowed: 'owner' };
const ownerOrStaff: Rule = { subject: 'registration', allowed: 'ownerOrStaff' };
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

export const accessRules: Record<string, Rule> = {
  'POST /api/register': noResource,
  'POST /api/login': noResource,
  'GET /api/login': noResource,
  'GET /api/login/callback': noResource,
  'POST /api/logout': noResource,
  'GET /api/openapi.json': noResource,
  'GET /dev/mail': noResource,
  'GET /livez': noResource,
  'GET /readyz': noResource,
  'GET /api/auth/user': noResource,
  'GET /api/users/{id}/avatar': { subject: 'user', allowed: 'ownerOrStaff', has: 'nothing' },
  'PATCH /api/auth/user': { ...noResource, body: { firstName: 'Ana' } },
  'POST /api/auth/change-password': {
    ...noResource,
    body: { currentPassword: 'errada-de-propósito', newPassword: 'Outra-senha-1' },
  },
  'POST /api/auth/forgot-password': { ...noResource, body: { email: 'ninguem@example.com' } },
  'POST /api/auth/reset-password': { ...noResource, body: { token: 'nenhum', newPassword: 'Nova-senha-1' } },
  'POST /api/auth/allow-sign-in': { ...noResource, body: { token: 'nenhum' } },
  'POST /api/auth/verify-email': { ...noResource, body: { token: 'nenhum' } },
  'POST /api/auth/verify-email/resend': { ...noResource, body: {} },
  'POST /api/auth/change-email': {
    ...noResource,
    body: { newEmail: 'outra@example.com', currentPassword: 'errada-de-propósito' },
  },
  'GET /api/auth/export': noResource,
  'POST /api/auth/delete-account': { ...noResource, body: { currentPassword: 'errada-de-propósito' } },
  'GET /api/auth/sessions': noResource,
  // 404: the matrix fills in no session id.
  'DELETE /api/auth/sessions/{id}': { ...noResource, has: 'nothing' },
  'DELETE /api/auth/sessions': noResource,
  'GET /api/auth/tokens': noResource,
  'POST /api/auth/tokens': {
    ...noResource,
    body: { name: 'CI', scopes: ['registrations:read'], expiresInDays: 30 },
  },
  'DELETE /api/auth/tokens/{id}': { ...noResource, has: 'nothing' },
  'GET /api/auth/mfa': noResource,
  'POST /api/auth/mfa/setup': { ...noResource, body: {} },
  'POST /api/auth/mfa/enable': { ...noResource, body: { code: '000000' } },
  'POST /api/auth/mfa/disable': { ...noResource, body: { code: '000000' } },
  'POST /api/auth/mfa/recovery-codes': { ...noResource, body: {} },
  'POST /api/auth/passkeys/options': { ...noResource, body: {} },
  'POST /api/auth/passkeys': { ...noResource, body: aPasskey },
  'GET /api/auth/passkeys': noResource,
  'PATCH /api/auth/passkeys/{id}': { ...noResource, body: { name: 'Celular' }, has: 'nothing' },
  'DELETE /api/auth/passkeys/{id}': { ...noResource, has: 'nothing' },
  'POST /api/login/mfa': noResource,
  'POST /api/login/passkey/options': noResource,
  'POST /api/login/passkey': noResource,
  'GET /api/auth/providers': noResource,
  'GET /api/auth/links': noResource,
  // 404: the provider does not exist.
  'POST /api/auth/links': { ...noResource, body: { provider: 'nenhum' }, has: 'nothing' },
  'DELETE /api/auth/links/{provider}': { ...noResource, has: 'nothing' },
  'POST /api/auth/confirm/options': { ...noResource, body: {} },
  'POST /api/auth/confirm': { ...noResource, body: { password: 'errada-de-propósito' } },
  'GET /api/registrations': noResource,
  'GET /api/registrations/stats': noResource,
  'POST /api/registrations': { ...noResource, body: details },
  'GET /api/registrations/{id}': ownerOrStaff,
  'PATCH /api/registrations/{id}': { ...owner, body: { title: 'Outro título' } },
  'DELETE /api/registrations/{id}': owner,
  'GET /api/registrations/{id}/history': ownerOrStaff,
  // 404: no corrections were requested for the registration.
  'GET /api/registrations/{id}/corrections': { ...ownerOrStaff, has: 'nothing' },
  // The registration has no certificate. The call fails with another status than 401, 403 and 404.
  'POST /api/registrations/{id}/versions': { ...owner, body: { whatIsNew: 'Relatórios' } },
  'GET /api/registrations/{id}/versions': ownerOrStaff,
  // 404: the registration with the other id does not exist.
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
  'POST /api/payments/{paymentIntentId}/sync': { subject: 'payment', allowed: 'owner', body: {} },
  'POST /api/registrations/{id}/resubmit': { ...owner, body: {} },
  'GET /api/registrations/{id}/receipt': { ...owner, allowed: 'ownerOrAdmin' },
  'GET /api/registrations/{id}/certificate': ownerOrStaff,
  'GET /api/registrations/{id}/download': ownerOrStaff,
  'GET /api/registrations/{id}/files': ownerOrStaff,
  // 404: no corrections were requested, so there are no changes.
  'GET /api/registrations/{id}/files/changes': { ...ownerOrStaff, has: 'nothing' },
  'GET /api/registrations/{id}/files/content': { ...ownerOrStaff, query: '?path=README.md' },
  'GET /api/registrations/{id}/files/proof': { ...owner, query: '?path=README.md' },
  'GET /api/registrations/{id}/evidence': ownerOrStaff,
  'GET /api/registrations/{id}/proof': ownerOrStaff,
  'PATCH /api/registrations/{id}/publicity': { ...owner, body: { title: true, holders: false } },
  'GET /api/public/certificates/{number}': { ...noResource, has: 'nothing' },
  'GET /api/public/files/{sha256}': noResource,
  'GET /api/open-vouchers': noResource,
  'GET /api/credit-packages': noResource,
  'POST /api/credit-purchase/payment-intent': { ...noResource, body: { packageId: 'registration' } },
  'GET /api/credits': noResource,
  'GET /api/credit-purchases': noResource,
  'GET /api/credit-purchases/{id}/payment': { subject: 'event', has: 'nothing' },
  'GET /api/payment-config': noResource,
  'GET /api/events': noResource,
  'GET /api/public/support': noResource,
  'POST /api/contact': {
    ...noResource,
    body: { name: 'Ana', email: 'ana@example.com', subject: 'Dúvida', message: 'Uma pergunta sobre o hash' },
  },
  'GET /api/contacts': noResource,
  'POST /api/contacts/{number}/replies': { ...noResource, body: { text: 'Mais isto' }, has: 'nothing' },
  'POST /api/contacts/{number}/read': { ...noResource, body: { version: 1 }, has: 'nothing' },
  'GET /api/operator/contacts': noResource,
  // 404: the number does not exist. Tests of the service cover existing contacts.
  'GET /api/operator/contacts/{number}': { ...noResource, has: 'nothing' },
  'POST /api/operator/contacts/{number}/answers': {
    ...noResource,
    body: { version: 1, text: 'Resposta' },
    has: 'nothing',
  },
  'POST /api/operator/contacts/{number}/close': { ...noResource, body: { version: 1 }, has: 'nothing' },
  'POST /api/operator/contacts/{number}/reopen': { ...noResource, body: { version: 1 }, has: 'nothing' },
  'POST /api/operator/contacts/{number}/assignee': {
    ...noResource,
    body: { version: 1, take: true },
    has: 'nothing',
  },
  'GET /api/admin/approvals': noResource,
  // 404: the id does not exist. Tests of the gateway cover existing approvals.
  'POST /api/admin/approvals/{id}/approve': { subject: 'event', has: 'nothing' },
  'POST /api/admin/approvals/{id}/refuse': { subject: 'event', body: { note: 'Motivo' }, has: 'nothing' },
  'POST /api/admin/approvals/{id}/withdraw': { subject: 'event', has: 'nothing' },
  'GET /api/operator/registrations': noResource,
  'GET /api/operator/registrations/stats': noResource,
  'GET /api/operator/operators': noResource,
  'GET /api/operator/registrations/{id}': ofRegistration,
  'GET /api/operator/registrations/{id}/holders': ofRegistration,
  'GET /api/operator/registrations/{id}/history': ofRegistration,
  'GET /api/operator/registrations/{id}/government': ofRegistration,
  // Fails with not-editable: in the status `submitted` this step cannot be edited yet.
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
  'POST /api/operator/protocols': { ...noResource, body: { text: 'BR 51;24/11/2026' } },
  'PATCH /api/registrations/{id}/operator-action': {
    ...ofRegistration,
    body: { action: 'add_notes', notes: 'Nota' },
    staffOwn: 'refused',
  },
  'POST /api/registrations/{id}/take': { ...ofRegistration, body: {}, staffOwn: 'refused' },
  // No registration can have this jurisdiction, so the call assigns no registration of another test.
  'POST /api/operator/next': { ...noResource, body: { jurisdiction: 'mercosul' }, has: 'nothing' },
  'GET /api/operator/viewers': noResource,
  'POST /api/operator/registrations/{id}/viewing': { ...ofRegistration, body: {} },
  'GET /api/operator/views': noResource,
  'POST /api/operator/views': {
    ...noResource,
    body: { name: 'Atrasados meus', query: 'view=late&assigned=true' },
  },
  // 404: the id does not exist. Tests of the service cover ownership.
  'PATCH /api/operator/views/{id}': { ...noResource, body: { name: 'Fila' }, has: 'nothing' },
  'DELETE /api/operator/views/{id}': { ...noResource, has: 'nothing' },
  'GET /api/operator/reasons': noResource,
  'GET /api/admin/reasons': noResource,
  'POST /api/admin/reasons': { ...noResource, body: { title: 'Título', text: 'Texto' } },
  'PATCH /api/admin/reasons/{id}': { ...noResource, body: { place: 1 }, has: 'nothing' },
  'DELETE /api/admin/reasons/{id}': { ...noResource, has: 'nothing' },
  'GET /api/admin/users': noResource,
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
  'POST /api/admin/credits': { ...noResource, body: { userId: '{user}', delta: 1, reason: 'Ajuste' } },
  'GET /api/admin/credits/{userId}': ofUser,
  'GET /api/admin/enhanced-stats': noResource,
  'GET /api/admin/analytics': noResource,
  'GET /api/admin/analytics/figures': noResource,
  'GET /api/admin/export': noResource,
  'POST /api/admin/export': { ...noResource, body: { period: 7 } },
  'GET /api/admin/registrations': noResource,
  'GET /api/admin/operators': noResource,
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
  'GET /api/admin/payments': noResource,
  'GET /api/admin/payments/attention': noResource,
  'POST /api/admin/payments/export': { ...noResource, body: {} },
  // Payments have no owner in the matrix, like webhook events, so only absent ids are tested.
  'GET /api/admin/payments/{id}': { subject: 'event' },
  'POST /api/admin/payments/{id}/given-back': {
    subject: 'event',
    body: { amount: 349_900, transferredOn: '2026-01-02', reference: 'E1' },
  },
  'POST /api/admin/payments/{id}/refund': { subject: 'event', body: { reason: 'requested' } },
  'GET /api/admin/unpaid-files': noResource,
  'POST /api/admin/unpaid-files/{id}/reminder': { ...ofRegistration, body: {} },
  'GET /api/admin/webhook-events': noResource,
  'GET /api/admin/certificates/doubtful': noResource,
  'POST /api/admin/certificates/{number}/keep': {
    ...noResource,
    body: { reason: 'Motivo' },
    has: 'nothing',
  },
  'POST /api/admin/certificates/{number}/revoke': {
    ...noResource,
    body: { reason: 'Motivo' },
    has: 'nothing',
  },
  'GET /api/admin/audit': noResource,
  'POST /api/admin/audit/export': { ...noResource, body: {} },
  'POST /api/admin/webhook-events/{id}/replay': { subject: 'event', body: {} },
};
