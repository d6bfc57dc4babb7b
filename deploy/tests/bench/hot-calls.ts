import { COMMON_WORD, MEDIUM_WORD, OLD_WORD, SECOND_WORD } from './spreads.ts';

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

const OWN = '/api/registrations?limit=12';

/** Lists and searches of a client: name → URL without the page parameter. */
export const OWN_LISTS: Readonly<Record<string, string>> = {
  'own, newest first': OWN,
  'own, by priority': `${OWN}&sort=priority`,
  'own, by title': `${OWN}&sort=title`,
  'own, by last change': `${OWN}&sort=-statusUpdatedAt`,
  'own, certificates': `${OWN}&status=certificate_issued`,
  'own, in review': `${OWN}&status=reviewing`,
  'own search, a word of all rows': `${OWN}&search=programa`,
  'own search, a word of an eighth': `${OWN}&search=bancario`,
  'own search, no match': `${OWN}&search=xyzzy`,
  'own search, two letters': `${OWN}&search=ze`,
};

/** Searches for the words of `spreads.ts`, in the lists of a client and of the staff. */
const WORD_SEARCHES: Readonly<Record<string, string>> = {
  'a word of a tenth of all rows': `search=${COMMON_WORD}`,
  'two such words': `search=${COMMON_WORD}+${SECOND_WORD}`,
  'a word of the oldest rows': `search=${OLD_WORD}`,
  'a word of one row in 250': `search=${MEDIUM_WORD}`,
};
export const searchesIn = (list: 'own' | 'staff'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(WORD_SEARCHES).map(([name, search]) => [
      `${list} search, ${name}`,
      `${list === 'own' ? OWN : REGISTRATIONS}&${search}`,
    ]),
  );

/** Lists of an operator or admin: name → URL without the page parameter. */
export const STAFF_LISTS: Readonly<Record<string, string>> = {
  'queue, paid': `${REGISTRATIONS}&status=paid&sort=statusUpdatedAt`,
  'queue, in review': `${REGISTRATIONS}&status=reviewing&sort=statusUpdatedAt`,
  'queue, late': `${REGISTRATIONS}&view=late&sort=statusUpdatedAt`,
  'queue, unassigned': `${REGISTRATIONS}&operator=none&sort=statusUpdatedAt`,
  'registrations, all': REGISTRATIONS,
  'registrations, by title': `${REGISTRATIONS}&sort=title`,
  'registrations, submitted': `${REGISTRATIONS}&status=submitted`,
  'staff search, a word of all rows': `${REGISTRATIONS}&search=programa`,
  'staff search, a word of an eighth': `${REGISTRATIONS}&search=bancario`,
  'staff search, a queue': `${REGISTRATIONS}&search=bancario&status=reviewing&sort=statusUpdatedAt`,
  'staff search, no match': `${REGISTRATIONS}&search=xyzzy`,
};

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
