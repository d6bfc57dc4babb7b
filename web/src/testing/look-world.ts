import type { ApiToken } from '@g2/gateway/contract/api-tokens';
import type { AuditEntry } from '@g2/gateway/contract/audit';
import type { Dossier } from '@g2/gateway/contract/government';
import type { Registration } from '@g2/gateway/contract/registrations';
import { ROUTES } from '@g2/gateway/contract/routes/all';
import type { Session } from '@g2/gateway/contract/sessions';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import type { User } from '@g2/gateway/contract/users';
import type { Seed } from '../mock/db.ts';
import type { Operation } from '../mock/matching.ts';
import { FILES } from './archive.ts';
import {
  aCertificate,
  anAdmin,
  anEvent,
  aPayable,
  aPayment,
  aRegistration,
  aUser,
  emptyAnalytics,
  pageOf,
} from './records.ts';
import { answer, answerWith } from './server.ts';

const NOW = '2026-03-02T12:00:00.000Z';
const idOf = (n: number): string => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** A title of maximum length without spaces to break at. */
const LONG_TITLE = `Sistema${'DeGestãoIntegrada'.repeat(12)}`.slice(0, 200);
const LONG_TEXT = 'Concilia pedidos com o estoque e mostra em um painel o que falta entregar. '.repeat(8);

export const client = aUser({ id: idOf(1), credits: 349_900 });
const longNamed = aUser({
  id: idOf(2),
  firstName: 'Maria Aparecida do Nascimento Albuquerque',
  lastName: 'Cavalcanti de Vasconcelos e Silva Filha',
  email: `departamento-de-propriedade-intelectual.${'registro'.repeat(2)}@subdominio.organizacao-comprida.example.com`,
});
export const operator = aUser({
  id: idOf(3),
  role: 'operator',
  firstName: 'Olga',
  email: 'olga@example.com',
});
export const admin = anAdmin({ id: idOf(4) });
const deactivated = aUser({ id: idOf(5), isActive: false, email: 'saiu@example.com', firstName: 'Zeca' });

const PAID_STATUSES = REGISTRATION_STATUSES.filter((one) => one !== 'submitted');
const inStatus = (status: RegistrationStatus, at: number): Registration =>
  aPayable({
    id: idOf(100 + at),
    userId: client.id,
    title: `Monitor de Irrigação ${at}`,
    status,
    canPay: false,
    paymentPaidAt: NOW,
    certificateIssuedAt: status === 'certificate_issued' ? NOW : null,
    assignedOperatorId: at % 2 === 0 ? operator.id : null,
  });

/** The registration on the pages about a single registration. */
export const record = { ...inStatus('certificate_issued', 50), title: 'Motor de Regras Fiscais' };
export const CONTACT = 'AT-2026-000123';

/** Data for every page: each status, the longest texts, a user who left. */
export const seedFor = (user: User | null): Seed => ({
  user,
  users: [client, longNamed, operator, admin, deactivated].filter(({ id }) => id !== user?.id),
  registrations: [
    aRegistration({ id: idOf(90), userId: client.id, title: 'Agenda sem arquivo' }),
    aPayable({
      id: idOf(91),
      userId: client.id,
      title: LONG_TITLE,
      description: LONG_TEXT,
      applicantName: longNamed.firstName + longNamed.lastName,
      applicantEmail: longNamed.email,
      fileName: `${'código-fonte-'.repeat(10)}.zip`,
    }),
    aPayable({
      id: idOf(92),
      userId: client.id,
      title: 'Devolvido ao cliente',
      paymentPaidAt: NOW,
      correctionsAskedAt: NOW,
      correctionReason: LONG_TEXT,
    }),
    ...PAID_STATUSES.map(inStatus),
    record,
  ],
  holders: [
    {
      id: idOf(200),
      registrationId: record.id,
      holderName: longNamed.lastName,
      holderTaxId: '11.222.333/0001-81',
      ownershipPercentage: 60,
      createdAt: NOW,
    },
  ],
  history: [
    {
      id: idOf(201),
      registrationId: record.id,
      fromStatus: 'completed',
      toStatus: 'certificate_issued',
      changedBy: operator.id,
      changedByName: 'Olga Lima',
      reason: LONG_TEXT,
      notes: null,
      createdAt: NOW,
    },
  ],
  payments: [
    aPayment({
      kind: 'registration',
      registrationId: record.id,
      registrationTitle: LONG_TITLE,
      userId: client.id,
      payerName: `${longNamed.firstName} ${longNamed.lastName}`,
      amount: 349_900,
    }),
    aPayment({ status: 'declined', decline: { code: 'insufficient_funds', message: 'No funds.' } }),
  ],
  contacts: [
    {
      number: CONTACT,
      userId: client.id,
      name: longNamed.firstName,
      email: longNamed.email,
      emailProven: true,
      subject: LONG_TITLE.slice(0, 120),
      message: LONG_TEXT,
      registrationId: null,
      registrationTitle: null,
      state: 'answered',
      version: 2,
      answerCount: 1,
      assignee: { id: operator.id, firstName: 'Olga', lastName: 'Lima' },
      createdAt: NOW,
      changedAt: NOW,
      closedAt: null,
      closedBy: null,
      isUnread: true,
      answers: [{ id: idOf(210), fromStaff: true, author: null, text: LONG_TEXT, createdAt: NOW }],
    },
  ],
  reasons: ['Sem fonte', 'CPF errado'].map((title, at) => ({
    id: idOf(220 + at),
    title,
    text: LONG_TEXT,
    archivedAt: null,
    uses: 3 - at,
  })),
});

const aSession = (n: number): Session => ({
  id: String(n).repeat(64),
  current: n === 1,
  device: n === 1 ? 'Firefox no Linux' : 'Safari no iPhone',
  deviceKind: n === 1 ? 'desktop' : 'phone',
  address: '203.0.113.9',
  createdAt: NOW,
  lastUsedAt: NOW,
});
const aToken: ApiToken = {
  id: idOf(230),
  name: 'Integração contínua do estoque',
  scopes: ['registrations:read', 'files:write'],
  prefix: 'g2_a1B2a',
  createdAt: NOW,
  expiresAt: null,
  lastUsedAt: null,
};
const anAct: AuditEntry = {
  id: idOf(240),
  at: NOW,
  action: 'status-set',
  actorId: operator.id,
  actorName: 'Olga Lima',
  subjectType: 'registration',
  subjectId: record.id,
  address: '203.0.113.7',
  requestId: 'um-pedido-1234',
  detail: { from: 'paid', to: 'reviewing', byHand: 'true' },
};
const dossier: Dossier = {
  registrationId: record.id,
  title: LONG_TITLE,
  description: LONG_TEXT,
  authors: [],
  holders: [{ name: longNamed.lastName, taxId: '529.982.247-25', percentage: 100 }],
  createdOn: '2026-01-02',
  publishedOn: null,
  languages: ['TypeScript'],
  applicationFields: [{ code: 'SD01', name: 'Saúde' }],
  programTypes: [],
  derivedFrom: null,
  hashAlgorithm: 'SHA-512',
  hash: 'ab'.repeat(64),
  fileName: 'agenda.zip',
  gruNumber: null,
  protocol: null,
  declaration: 'DECLARAÇÃO DE VERACIDADE\n\nDeclaro que é verdade.',
  tables: { source: 'INPI, Manual do usuário, anexos', date: '2019' },
  missing: ['authors', 'programTypes', 'gruNumber'],
};

/** Answers for operations that the mock does not support. */
export function answerUnmocked(): void {
  answer('listSessions', pageOf([aSession(1), aSession(2)], 100));
  answer('getFactors', { totp: true, passkeys: 0, recoveryCodes: 3 });
  answer('listApiTokens', pageOf([aToken], 100));
  answer('listAudit', pageOf([anAct], 25));
  answer('listWebhookEvents', pageOf([anEvent(), anEvent({ id: 'evt_2', status: 'failed' })], 10));
  answer(
    'listFiles',
    pageOf(
      FILES.filter(({ warning }) => warning === null),
      1_000,
    ),
  );
  answerWith(
    'readFile',
    () => new Response('# Leia-me\n', { headers: { 'content-type': 'text/plain', 'x-whole': 'true' } }),
  );
  answer('getDossier', dossier);
  answer('listDoubtfulCertificates', { items: [] });
  answer('getPublicCertificate', aCertificate({ title: LONG_TITLE }));
  answer('getAnalytics', emptyAnalytics);
}

/** All GET operations, except those for the signed-in user and the event stream. */
export const GET_OPERATIONS = (Object.keys(ROUTES) as Operation[]).filter(
  (name) => ROUTES[name].method === 'GET' && name !== 'getCurrentUser' && name !== 'followEvents',
);
