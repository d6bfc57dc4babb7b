import { REGISTRATION_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/status-terms';
import type { User } from '@g2/gateway/contract/users';
import { Db } from './db.ts';
import { aPayableRegistration, aRegistration, aUser } from './records.ts';
import { addHistoryEntry } from './registrations.ts';

const DAY_MS = 86_400_000;
const SOFTWARE_TITLES = [
  'Agenda da clínica',
  'Estoque da loja',
  'Gestão de frotas',
  'Folha de pagamento',
  'Emissor de notas',
  'Portal do aluno',
  'Controle de ponto',
  'Roteirizador de entregas',
  'Prontuário eletrônico',
  'Leilão de energia',
  'Bilhetagem de ônibus',
  'Análise de solos',
];

/** The demo accounts that the README describes. */
const DEMO_ACCOUNTS: readonly (Partial<User> & { email: string; password: string })[] = [
  { email: 'cliente@g2.local', password: 'Cliente-2026!', firstName: 'Clara', lastName: 'Cliente' },
  {
    email: 'operador@g2.local',
    password: 'Operador-2026!',
    firstName: 'Otávio',
    lastName: 'Operador',
    role: 'operator',
  },
  {
    email: 'admin@g2.local',
    password: 'Admin-2026!',
    firstName: 'Ada',
    lastName: 'Administradora',
    role: 'admin',
  },
];

const hasReached = (status: RegistrationStatus, stage: RegistrationStatus): boolean =>
  REGISTRATION_STATUSES.indexOf(status) >= REGISTRATION_STATUSES.indexOf(stage);

export function demoDb(): Db {
  const db = new Db();
  const createdAt = new Date(Date.parse(db.now()) - 90 * DAY_MS).toISOString();
  for (const { password, ...changes } of DEMO_ACCOUNTS) {
    db.addUser(aUser({ id: db.nextId(), credits: 0, createdAt, updatedAt: createdAt, ...changes }), password);
  }
  return db;
}

/** Initial state for `vite dev`: the demo accounts and registrations of each status. */
export function seededDb(): Db {
  const db = demoDb();
  const daysAgo = (days: number) => new Date(Date.parse(db.now()) - days * DAY_MS).toISOString();
  const [client, operator] = db.users;
  if (client === undefined || operator === undefined) throw new Error('an account is missing');
  db.addTransaction(client.id, { delta: 500_000, reason: 'Cortesia de boas-vindas', createdAt: daysAgo(60) });
  SOFTWARE_TITLES.forEach((title, index) => {
    const status = REGISTRATION_STATUSES[index % REGISTRATION_STATUSES.length] ?? 'submitted';
    const ageDays = 2 * (SOFTWARE_TITLES.length - index);
    const dateOf = (stage: RegistrationStatus) => (hasReached(status, stage) ? daysAgo(ageDays - 1) : null);
    const newRegistration = index === 0 ? aRegistration : aPayableRegistration;
    const registration = newRegistration({
      id: db.nextId(),
      userId: client.id,
      title,
      paymentAmount: 349_900,
      status,
      ...(index === 0 ? {} : { sha256: index.toString(16).padStart(64, '0') }),
      createdAt: daysAgo(ageDays),
      statusUpdatedAt: daysAgo(ageDays - 1),
      assignedOperatorId: hasReached(status, 'reviewing') ? operator.id : null,
      paymentPaidAt: dateOf('paid'),
      governmentSubmittedAt: dateOf('government_processing'),
      certificateIssuedAt: dateOf('certificate_issued'),
    });
    db.registrations.push(registration);
    addHistoryEntry(db, registration, { fromStatus: null, changedBy: client.id });
  });
  return db;
}
