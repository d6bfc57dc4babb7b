import { ALL_ROUTES } from '@g2/gateway/contract/routes/all';

/**
 * Who may make each call: the roles are those of the table of calls, against which the running server is checked; whose
 * things they may name is said here, by hand (contract "Calls"). A route that is not here fails the matrix.
 * - owner: the owner alone, staff refused; ownerOrStaff, ownerOrAdmin: as they say; absent: whoever has the role
 */
type Whose = 'owner' | 'ownerOrStaff' | 'ownerOrAdmin';

/** What the ids in a path name. */
type Subject = 'none' | 'registration' | 'user' | 'holder' | 'payment' | 'event';

/** `has: 'nothing'`: what is asked for is not there with anybody of the matrix. */
export type Rule = {
  subject: Subject;
  whose?: Whose;
  body?: unknown;
  /** What the address ends in, where a call needs more than its path. */
  query?: string;
  staffOwn?: 'refused';
  has?: 'nothing';
};

const ROLES = new Map<string, readonly string[] | undefined>(
  ALL_ROUTES.map(([, { method, path, roles }]) => [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`, roles]),
);

/** The roles of a route of the document, such as `GET /api/registrations/{id}`; undefined: anybody. */
export const rolesOf = (id: string): readonly string[] | undefined => ROLES.get(id);

const general: Rule = { subject: 'none' };
const owner: Rule = { subject: 'registration', whose: 'owner' };
const ownerOrStaff: Rule = { subject: 'registration', whose: 'ownerOrStaff' };
const ofRegistration: Rule = { subject: 'registration' };
const ofUser: Rule = { subject: 'user' };

/** What a registration may be described by. */
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
  'GET /api/registrations': general,
  'GET /api/registrations/stats': general,
  'POST /api/registrations': { ...general, body: details },
  'GET /api/registrations/{id}': ownerOrStaff,
  'PATCH /api/registrations/{id}': { ...owner, body: { title: 'Outro título' } },
  'DELETE /api/registrations/{id}': owner,
  'GET /api/registrations/{id}/history': ownerOrStaff,
  'POST /api/registrations/{id}/upload': owner,
  'GET /api/registrations/{id}/upload': owner,
  'POST /api/registrations/{id}/uploads': owner,
  'HEAD /api/registrations/{id}/uploads/{uploadId}': owner,
  'PATCH /api/registrations/{id}/uploads/{uploadId}': owner,
  'DELETE /api/registrations/{id}/uploads/{uploadId}': owner,
  'GET /api/registrations/{id}/holders': ownerOrStaff,
  'POST /api/registrations/{id}/holders': { ...owner, body: holder },
  'DELETE /api/registrations/{id}/holders/{holderId}': { ...owner, subject: 'holder' },
  'POST /api/registrations/{id}/payment-intent': { ...owner, body: {} },
  'POST /api/registrations/{id}/credit-payment': { ...owner, body: {} },
  'POST /api/payments/{paymentIntentId}/sync': { subject: 'payment', whose: 'owner', body: {} },
  'POST /api/registrations/{id}/resubmit': { ...owner, body: {} },
  'GET /api/registrations/{id}/receipt': { ...owner, whose: 'ownerOrAdmin' },
  'GET /api/registrations/{id}/certificate': ownerOrStaff,
  'GET /api/registrations/{id}/download': ownerOrStaff,
  'GET /api/registrations/{id}/files': ownerOrStaff,
  // Of a registration that nobody asked changes of.
  'GET /api/registrations/{id}/files/changes': { ...ownerOrStaff, has: 'nothing' },
  'GET /api/registrations/{id}/files/content': { ...ownerOrStaff, query: '?path=README.md' },
  'GET /api/registrations/{id}/files/proof': { ...owner, query: '?path=README.md' },
  'GET /api/registrations/{id}/evidence': ownerOrStaff,
  'GET /api/registrations/{id}/proof': ownerOrStaff,
  'PATCH /api/registrations/{id}/publicity': { ...owner, body: { title: true, holders: false } },
  'GET /api/public/certificates/{number}': { ...general, has: 'nothing' },
  'GET /api/public/files/{sha256}': general,
  'GET /api/credit-packages': general,
  'POST /api/credit-purchase/payment-intent': { ...general, body: { packageId: 'registration' } },
  'GET /api/credits': general,
  'GET /api/credit-purchases': general,
  'GET /api/payment-config': general,
  'GET /api/events': general,
  'GET /api/operator/registrations': general,
  'GET /api/operator/registrations/stats': general,
  'GET /api/operator/registrations/{id}': ofRegistration,
  'GET /api/operator/registrations/{id}/holders': ofRegistration,
  'GET /api/operator/registrations/{id}/history': ofRegistration,
  'PATCH /api/registrations/{id}/operator-action': {
    ...ofRegistration,
    body: { action: 'add_notes', notes: 'Nota' },
    staffOwn: 'refused',
  },
  'GET /api/admin/users': general,
  'PATCH /api/admin/users/{id}': { ...ofUser, body: { firstName: 'Ana' } },
  'PATCH /api/admin/users/{id}/role': { ...ofUser, body: { role: 'client' } },
  'PATCH /api/admin/users/{id}/deactivate': { ...ofUser, body: {} },
  'PATCH /api/admin/users/{id}/reactivate': { ...ofUser, body: {} },
  'DELETE /api/admin/users/{id}': ofUser,
  'POST /api/admin/users/{id}/reset-password': { ...ofUser, body: { newPassword: 'Nova-senha-1' } },
  'POST /api/admin/users/{id}/credits': { ...ofUser, body: { delta: 1, reason: 'Ajuste' } },
  'POST /api/admin/credits': { ...general, body: { userId: '{user}', delta: 1, reason: 'Ajuste' } },
  'GET /api/admin/credits/{userId}': ofUser,
  'GET /api/admin/enhanced-stats': general,
  'GET /api/admin/analytics': general,
  'GET /api/admin/export': general,
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
  'POST /api/admin/webhook-events/{id}/replay': { subject: 'event', body: {} },
};
