const REGISTRATIONS = '/api/operator/registrations?limit=20';
const USERS = '/api/admin/users?limit=20';
const PAYMENTS = '/api/admin/payments?limit=20';

/** Lists that staff use all day: name → URL without the page parameter. */
export const LISTS: Readonly<Record<string, string>> = {
  'registrations, all': REGISTRATIONS,
  'registrations, submitted': `${REGISTRATIONS}&status=submitted`,
  'registrations, in review': `${REGISTRATIONS}&status=reviewing`,
  'registrations, by title': `${REGISTRATIONS}&sort=title`,
  'registrations, by status': `${REGISTRATIONS}&sort=status`,
  'queue, late': `${REGISTRATIONS}&view=late&sort=statusUpdatedAt`,
  'queue, unassigned': `${REGISTRATIONS}&operator=none&sort=statusUpdatedAt`,
  'queue, with a warning': `${REGISTRATIONS}&warning=any&sort=statusUpdatedAt`,
  'queue, with a private key': `${REGISTRATIONS}&warning=private-key`,
  'search, common word': `${REGISTRATIONS}&search=bancario`,
  'search, common name': `${REGISTRATIONS}&search=conceicao`,
  'search, two letters': `${REGISTRATIONS}&search=ze`,
  'users, all': USERS,
  'users, search': `${USERS}&search=conceicao`,
  'users, inactive': `${USERS}&active=false`,
  'users, inactive clients by name': `${USERS}&active=false&role=client&sort=name`,
  'users, active': `${USERS}&active=true`,
  'payments, all': PAYMENTS,
  'payments, declined': `${PAYMENTS}&status=failed`,
  'unpaid files': '/api/admin/unpaid-files?limit=20',
};

/** URL of the registrations assigned to an operator, longest waiting first. */
export const listOfOperator = (id: string): string => `${REGISTRATIONS}&operator=${id}&sort=-waiting`;

export const CALLS: Readonly<Record<string, string>> = {
  'search, one e-mail': `${REGISTRATIONS}&search=pessoa77%40example.com`,
  'search, one tax id': `${REGISTRATIONS}&search=000.616.763-23`,
  'search, nothing': `${REGISTRATIONS}&search=xyzzy`,
  'payments, one person': `${PAYMENTS}&search=pessoa77%40example.com`,
  'payments, one intent': `${PAYMENTS}&search=pi_massa77`,
  'queue figures': '/api/operator/registrations/stats',
  overview: '/api/admin/enhanced-stats',
  'analytics, 30 days': '/api/admin/analytics?period=30',
  'analytics, a year': '/api/admin/analytics?period=365',
  'figures, 30 days': '/api/admin/analytics/figures?period=30',
  'figures, a quarter by days': '/api/admin/analytics/figures?period=90&span=day',
  'figures, a year': '/api/admin/analytics/figures?period=365',
};

export const callsOfRecord = (id: string): Readonly<Record<string, string>> => ({
  'a record': `/api/operator/registrations/${id}`,
  'its history': `/api/operator/registrations/${id}/history`,
  'its holders': `/api/operator/registrations/${id}/holders`,
  'its messages': `/api/registrations/${id}/messages`,
});
