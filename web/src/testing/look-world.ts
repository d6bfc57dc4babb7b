import type { ApiToken } from '@g2/gateway/contract/api-tokens';
import type { AuditEntry } from '@g2/gateway/contract/audit';
import type { Dossier } from '@g2/gateway/contract/government';
import type { Registration } from '@g2/gateway/contract/registrations';
import { ROUTES } from '@g2/gateway/contract/routes/all';
import type { Session } from '@g2/gateway/contract/sessions';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/status-terms';
import type { User } from '@g2/gateway/contract/users';
import type { Seed } from '../mock/db.ts';
import type { Operation } from '../mock/matching.ts';
import { FILES } from './archive.ts';
import {
  aCertificate,
  anAdmin,
  aPayableRegistration,
  aPayment,
  aRegistration,
  aUser,
  aWebhookEvent,
  emptyAnalytics,
  pageOf,
} from './records.ts';
import { answer, answerWith } from './server.ts';

const NOW = '2026-03-02T12:00:00.000Z';
const idOf = (serial: number): string => `0192f0c0-0000-7000-8000-${String(serial).padStart(12, '0')}`;
/** A title of maximum length without spaces to break at. */
const LONG_TITLE = `Sistema${'DeGestãoIntegrada'.repeat(12)}`.slice(0, 200);
const LONG_TEXT = 'Concilia pedidos com o estoque e mostra em um painel o que falta entregar. '.repeat(8);

export const client = aUser({ id: idOf(1), credits: 349_900 });
const longNamedUser = aUser({
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
const deactivatedUser = aUser({ id: idOf(5), isActive: false, email: 'saiu@example.com', firstName: 'Zeca' });

const PAID_STATUSES = REGISTRATION_STATUSES.filter((status) => status !== 'submitted');
const registrationInStatus = (status: RegistrationStatus, index: number): Registration =>
  aPayableRegistration({
    id: idOf(100 + index),
    userId: client.id,
    title: `Monitor de Irrigação ${index}`,
    status,
    canPay: false,
    paymentPaidAt: NOW,
    certificateIssuedAt: status === 'certificate_issued' ? NOW : null,
    assignedOperatorId: index % 2 === 0 ? operator.id : null,
  });

/** The registration that the pages with an id in their address show. */
export const shownRegistration = {
  ...registrationInStatus('certificate_issued', 50),
  title: 'Motor de Regras Fiscais',
};
export const CONTACT_NUMBER = 'AT-2026-000123';

/** Data for every page: a registration in each status, the longest texts, and a deactivated user. */
export const seedFor = (user: User | null): Seed => ({
  user,
  users: [client, longNamedUser, operator, admin, deactivatedUser].filter(({ id }) => id !== user?.id),
  registrations: [
    aRegistration({ id: idOf(90), userId: client.id, title: 'Agenda sem arquivo' }),
    aPayableRegistration({
      id: idOf(91),
      userId: client.id,
      title: LONG_TITLE,
      description: LONG_TEXT,
      applicantName: longNamedUser.firstName + longNamedUser.lastName,
      applicantEmail: longNamedUser.email,
      fileName: `${'código-fonte-'.repeat(10)}.zip`,
    }),
    aPayableRegistration({
      id: idOf(92),
      userId: client.id,
      title: 'Devolvido ao cliente',
      paymentPaidAt: NOW,
      correctionsAskedAt: NOW,
      correctionReason: LONG_TEXT,
    }),
    ...PAID_STATUSES.map(registrationInStatus),
    shownRegistration,
  ],
  holders: [
    {
      id: idOf(200),
      registrationId: shownRegistration.id,
      holderName: longNamedUser.lastName,
      holderTaxId: '11.222.333/0001-81',
      ownershipPercentage: 60,
      createdAt: NOW,
    },
  ],
  history: [
    {
      id: idOf(201),
      registrationId: shownRegistration.id,
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
      registrationId: shownRegistration.id,
      registrationTitle: LONG_TITLE,
      userId: client.id,
      payerName: `${longNamedUser.firstName} ${longNamedUser.lastName}`,
      amount: 349_900,
    }),
    aPayment({ status: 'declined', decline: { code: 'insufficient_funds', message: 'No funds.' } }),
  ],
  contacts: [
    {
      number: CONTACT_NUMBER,
      userId: client.id,
      name: longNamedUser.firstName,
      email: longNamedUser.email,
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
  reasons: ['Sem fonte', 'CPF errado'].map((title, index) => ({
    id: idOf(220 + index),
    title,
    text: LONG_TEXT,
    archivedAt: null,
    uses: 3 - index,
  })),
});

const aSession = (serial: number): Session => ({
  id: String(serial).repeat(64),
  current: serial === 1,
  device: serial === 1 ? 'Firefox no Linux' : 'Safari no iPhone',
  deviceKind: serial === 1 ? 'desktop' : 'phone',
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
const anAuditEntry: AuditEntry = {
  id: idOf(240),
  at: NOW,
  action: 'status-set',
  actorId: operator.id,
  actorName: 'Olga Lima',
  subjectType: 'registration',
  subjectId: shownRegistration.id,
  address: '203.0.113.7',
  requestId: 'um-pedido-1234',
  detail: { from: 'paid', to: 'reviewing', byHand: 'true' },
};
const inpiDossier: Dossier = {
  registrationId: shownRegistration.id,
  title: LONG_TITLE,
  description: LONG_TEXT,
  authors: [],
  holders: [{ name: longNamedUser.lastName, taxId: '529.982.247-25', percentage: 100 }],
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

/** Sets answers for operations that the mock does not support. */
export function answerUnmockedOperations(): void {
  answer('listSessions', pageOf([aSession(1), aSession(2)], 100));
  answer('getFactors', { totp: true, passkeys: 0, recoveryCodes: 3 });
  answer('listApiTokens', pageOf([aToken], 100));
  answer('listAudit', pageOf([anAuditEntry], 25));
  const failedEvent = aWebhookEvent({ id: 'evt_2', status: 'failed' });
  answer('listWebhookEvents', pageOf([aWebhookEvent(), failedEvent], 10));
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
  answer('getDossier', inpiDossier);
  answer('listDoubtfulCertificates', { items: [] });
  answer('getPublicCertificate', aCertificate({ title: LONG_TITLE }));
  answer('getAnalytics', emptyAnalytics);
}

/** All GET operations, except those for the signed-in user and the event stream. */
export const GET_OPERATIONS = (Object.keys(ROUTES) as Operation[]).filter(
  (name) => ROUTES[name].method === 'GET' && name !== 'getCurrentUser' && name !== 'followEvents',
);
