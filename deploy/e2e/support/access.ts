/**
 * Who may make each call (contract "Calls"), written by hand from the contract: the server's own document is what is
 * being checked. A route that is not here fails the matrix.
 * - anyone: no session needed; signedIn, staff, admin: by role
 * - owner: the owner alone, staff refused; ownerOrStaff, ownerOrAdmin: as they say
 */
export type Access = 'anyone' | 'signedIn' | 'staff' | 'admin' | 'owner' | 'ownerOrStaff' | 'ownerOrAdmin';

/** What the ids in a path name. */
export type Subject = 'none' | 'registration' | 'user' | 'holder' | 'payment' | 'event';

/** `has: 'nothing'`: what is asked for is not there with anybody of the matrix. */
export type Rule = {
  access: Access;
  subject: Subject;
  body?: unknown;
  staffOwn?: 'refused';
  has?: 'nothing';
};

const anyone: Rule = { access: 'anyone', subject: 'none' };
const signedIn: Rule = { access: 'signedIn', subject: 'none' };
const staff: Rule = { access: 'staff', subject: 'none' };
const admin: Rule = { access: 'admin', subject: 'none' };
const owner: Rule = { access: 'owner', subject: 'registration' };
const ownerOrStaff: Rule = { access: 'ownerOrStaff', subject: 'registration' };
const staffRead: Rule = { access: 'staff', subject: 'registration' };
const adminOfUser: Rule = { access: 'admin', subject: 'user' };

const details = {
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
  'POST /api/register': anyone,
  'POST /api/login': anyone,
  'GET /api/login': anyone,
  'GET /api/login/callback': anyone,
  'POST /api/logout': anyone,
  'GET /api/openapi.json': anyone,
  'GET /dev/mail': anyone,
  'GET /livez': anyone,
  'GET /readyz': anyone,
  'GET /api/auth/user': signedIn,
  'GET /api/users/{id}/avatar': { access: 'ownerOrStaff', subject: 'user', has: 'nothing' },
  'PATCH /api/auth/user': { ...signedIn, body: { firstName: 'Ana' } },
  'POST /api/auth/change-password': {
    ...signedIn,
    body: { currentPassword: 'errada-de-propósito', newPassword: 'Outra-senha-1' },
  },
  'GET /api/registrations': signedIn,
  'GET /api/registrations/stats': signedIn,
  'POST /api/registrations': { ...signedIn, body: details },
  'GET /api/registrations/{id}': ownerOrStaff,
  'PATCH /api/registrations/{id}': { ...owner, body: { title: 'Outro título' } },
  'DELETE /api/registrations/{id}': owner,
  'GET /api/registrations/{id}/history': ownerOrStaff,
  'POST /api/registrations/{id}/upload': owner,
  'GET /api/registrations/{id}/holders': ownerOrStaff,
  'POST /api/registrations/{id}/holders': { ...owner, body: holder },
  'DELETE /api/registrations/{id}/holders/{holderId}': { ...owner, subject: 'holder' },
  'POST /api/registrations/{id}/payment-intent': { ...owner, body: {} },
  'POST /api/registrations/{id}/credit-payment': { ...owner, body: {} },
  'POST /api/payments/{paymentIntentId}/sync': { access: 'owner', subject: 'payment', body: {} },
  'POST /api/registrations/{id}/resubmit': { ...owner, body: {} },
  'GET /api/registrations/{id}/receipt': { ...owner, access: 'ownerOrAdmin' },
  'GET /api/registrations/{id}/certificate': ownerOrStaff,
  'GET /api/registrations/{id}/download': ownerOrStaff,
  'GET /api/credit-packages': signedIn,
  'POST /api/credit-purchase/payment-intent': { ...signedIn, body: { packageId: 'registration' } },
  'GET /api/credits': signedIn,
  'GET /api/credit-purchases': signedIn,
  'GET /api/payment-config': signedIn,
  'GET /api/events': signedIn,
  'GET /api/operator/registrations': staff,
  'GET /api/operator/registrations/stats': staff,
  'GET /api/operator/registrations/{id}': staffRead,
  'GET /api/operator/registrations/{id}/holders': staffRead,
  'GET /api/operator/registrations/{id}/history': staffRead,
  'PATCH /api/registrations/{id}/operator-action': {
    ...staffRead,
    body: { action: 'add_notes', notes: 'Nota' },
    staffOwn: 'refused',
  },
  'GET /api/admin/users': admin,
  'PATCH /api/admin/users/{id}': { ...adminOfUser, body: { firstName: 'Ana' } },
  'PATCH /api/admin/users/{id}/role': { ...adminOfUser, body: { role: 'client' } },
  'PATCH /api/admin/users/{id}/deactivate': { ...adminOfUser, body: {} },
  'PATCH /api/admin/users/{id}/reactivate': { ...adminOfUser, body: {} },
  'DELETE /api/admin/users/{id}': adminOfUser,
  'POST /api/admin/users/{id}/reset-password': { ...adminOfUser, body: { newPassword: 'Nova-senha-1' } },
  'POST /api/admin/users/{id}/credits': { ...adminOfUser, body: { delta: 1, reason: 'Ajuste' } },
  'POST /api/admin/credits': { ...admin, body: { userId: '{user}', delta: 1, reason: 'Ajuste' } },
  'GET /api/admin/credits/{userId}': adminOfUser,
  'GET /api/admin/enhanced-stats': admin,
  'GET /api/admin/analytics': admin,
  'GET /api/admin/export': admin,
  'GET /api/admin/registrations': admin,
  'GET /api/admin/operators': admin,
  'POST /api/admin/registrations/{id}/assign-operator': {
    access: 'admin',
    subject: 'registration',
    body: { operatorId: '{operator}' },
  },
  'DELETE /api/admin/registrations/{id}/assign-operator': { access: 'admin', subject: 'registration' },
  'PATCH /api/admin/registrations/{id}/status': {
    access: 'admin',
    subject: 'registration',
    body: { status: 'reviewing', expectedStatus: 'submitted' },
    staffOwn: 'refused',
  },
  'GET /api/admin/payments': admin,
  'GET /api/admin/webhook-events': admin,
  'POST /api/admin/webhook-events/{id}/replay': { access: 'admin', subject: 'event', body: {} },
};
