import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const services = ['identity', 'registration', 'payment-credit'] as const;
type Service = (typeof services)[number];

let testEnv: TestEnvironment;
let pools: Record<Service, pg.Pool>;

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  const urls = services.map((name) => [name, testEnv.env(name).DATABASE_URL ?? ''] as const);
  pools = Object.fromEntries(
    urls.map(([name, url]) => [name, testEnv.pool({ connectionString: url, max: 1 })]),
  ) as typeof pools;
});
afterAll(() => testEnv?.close());

type Column = { name: string; type: string; nullable: boolean; default: string | null };

/** The columns of a table by their camel-case names, as the specification writes them. */
async function columnsOf(service: Service, table: string): Promise<Map<string, Column>> {
  const { rows } = await pools[service].query<Column>(
    `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable, column_default AS "default"
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`,
    [table],
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
  return new Map(rows.map((row) => [camel(row.name), row]));
}

const missing = async (service: Service, table: string, fields: readonly string[]): Promise<string[]> => {
  const columns = await columnsOf(service, table);
  return fields.filter((field) => !columns.has(field)).map((field) => `${table}.${field}`);
};

const defaultOf = async (service: Service, table: string, field: string): Promise<string | undefined> =>
  (await columnsOf(service, table)).get(field)?.default?.replace(/::.*$/, '').replaceAll("'", '');

/** Whether a unique index covers exactly this column. @param among condition of a partial index; absent: all rows */
async function isUnique(service: Service, table: string, column: string, among?: string): Promise<boolean> {
  const { rows } = await pools[service].query<{ condition: string | null }>(
    `SELECT pg_get_expr(i.indpred, i.indrelid) AS condition FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ALL (i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisunique AND i.indnatts = 1 AND a.attname = $2`,
    [table, column],
  );
  return rows.some(({ condition }) => condition === (among ?? null));
}

it('[entity-account-columns] users and sessions have the fields and defaults of the specification', async () => {
  const users = ['id', 'email', 'firstName', 'lastName', 'role', 'isActive', 'profileImageUrl'];
  expect(await missing('identity', 'users', [...users, 'passwordHash', 'createdAt', 'updatedAt'])).toEqual(
    [],
  );
  expect(await missing('identity', 'sessions', ['sid', 'sess', 'expire'])).toEqual([]);
  expect(await defaultOf('identity', 'users', 'role')).toBe('client');
  expect(await defaultOf('identity', 'users', 'isActive')).toBe('true');
});

it('[entity-registration-columns] registrations, holders and history have the specified columns', async () => {
  const texts = ['title', 'applicantName', 'applicantEmail', 'applicantTaxId', 'holderName', 'description'];
  const file = ['sha256', 'fileName', 'fileSize', 'fileStoragePath'];
  const status = ['status', 'statusUpdatedAt', 'statusUpdatedBy', 'paymentAmount', 'paymentPaidAt'];
  const times = ['governmentSubmittedAt', 'certificateIssuedAt', 'createdAt'];
  const rest = ['id', 'userId', 'jurisdiction', 'notes'];
  const all = [...texts, ...file, ...status, ...times, ...rest];
  expect(await missing('registration', 'registrations', all)).toEqual([]);
  expect(await defaultOf('registration', 'registrations', 'paymentAmount')).toBe('349900');
  expect(await defaultOf('registration', 'registrations', 'jurisdiction')).toBe('global');
  expect(await defaultOf('registration', 'registrations', 'status')).toBe('submitted');
  const taken = '((payment_paid_at IS NOT NULL) AND (closed_at IS NULL))';
  expect(await isUnique('registration', 'registrations', 'sha256', taken)).toBe(true);
  const holder = ['id', 'registrationId', 'holderName', 'holderTaxId', 'ownershipPercentage', 'createdAt'];
  expect(await missing('registration', 'registration_holders', holder)).toEqual([]);
  const step = [
    'id',
    'registrationId',
    'fromStatus',
    'toStatus',
    'changedBy',
    'reason',
    'notes',
    'createdAt',
  ];
  expect(await missing('registration', 'registration_status_history', step)).toEqual([]);
  const history = await columnsOf('registration', 'registration_status_history');
  expect([history.get('fromStatus')?.nullable, history.get('toStatus')?.nullable]).toEqual([true, false]);
});

it('[entity-money-columns] purchases, payments and webhook events have the specified columns', async () => {
  const entry = ['id', 'userId', 'delta', 'reason', 'referenceType', 'referenceId', 'createdBy', 'createdAt'];
  expect(await missing('payment-credit', 'credit_transactions', entry)).toEqual([]);
  const entries = await columnsOf('payment-credit', 'credit_transactions');
  expect(entries.get('delta')?.type).toMatch(/int/);
  const optional = ['reason', 'referenceType', 'referenceId'].map((name) => entries.get(name)?.nullable);
  expect(optional).toEqual([false, true, true]);
  const purchase = ['id', 'userId', 'creditsAmount', 'priceInCents', 'packageType', 'paymentIntentId'];
  const course = ['paymentIntentStatus', 'status', 'completedAt', 'createdAt'];
  expect(await missing('payment-credit', 'credit_purchases', [...purchase, ...course])).toEqual([]);
  expect(await isUnique('payment-credit', 'credit_purchases', 'payment_intent_id')).toBe(true);
  expect(await defaultOf('payment-credit', 'credit_purchases', 'status')).toBe('pending');
  const payment = ['registrationId', 'stripePaymentIntentId', 'stripeStatus'];
  expect(await missing('payment-credit', 'registration_payments', payment)).toEqual([]);
  const event = [
    'id',
    'eventType',
    'paymentIntentId',
    'registrationId',
    'processedAt',
    'status',
    'errorMessage',
  ];
  expect(await missing('payment-credit', 'payment_webhook_events', event)).toEqual([]);
  expect(await defaultOf('payment-credit', 'payment_webhook_events', 'status')).toBe('received');
});

it('[entity-holders-cascade] deletes only the holders of the deleted registration', async () => {
  const db = pools.registration;
  const ids = ['019a0000-0000-7000-8000-00000000000a', '019a0000-0000-7000-8000-00000000000b'];
  for (const id of ids) {
    await db.query(
      `INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id,
         holder_name, description, status_updated_at, created_at)
       VALUES ($1, $1, 'T', 'A', 'a@example.com', '52998224725', 'A', 'D', now(), now())`,
      [id],
    );
    await db.query(
      `INSERT INTO registration_holders
         (id, registration_id, holder_name, holder_tax_id, ownership_percentage, created_at)
       VALUES (gen_random_uuid(), $1, 'Bia', '52998224725', 30, now()),
              (gen_random_uuid(), $1, 'Caio', '52998224725', 70, now())`,
      [id],
    );
  }
  await db.query('DELETE FROM registrations WHERE id = $1', [ids[0]]);
  const left = await db.query<{ at: string; n: number }>(
    'SELECT registration_id AS at, count(*)::int AS n FROM registration_holders GROUP BY 1',
  );
  expect(left.rows).toEqual([{ at: ids[1], n: 2 }]);
});
