import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkMoney } from '../../ops/check/money.ts';
import { type Client, confirmCard, signUp, type User } from './support/client.ts';
import { payable } from './support/payment-screens.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';
import { behindTheTriggers, brokenOf, type Tamper, tampered } from './support/tamper.ts';
import { type CodeIntent, codeFor, codeForCredits, endCode } from './support/vouchers.ts';

let db: pg.Client;
let api: Client;
let user: User;
/** Registrations by what became of their codes. */
const made = { paid: '', expired: '', latePix: '', lateBoleto: '', raced: '', open: '' };

const placesNow = () => {
  const { postgresUrl, stripeSimulatorUrl } = stackFacts();
  return { databaseUrl: postgresUrl, simulatorUrl: stripeSimulatorUrl };
};

/** The attempts of a registration, oldest first, once they are these. */
const attemptsBecome = (id: string, ...wanted: string[]) =>
  vi.waitUntil(
    async () => {
      const { rows } = await db.query<{ status: string }>(
        'SELECT status FROM payment.registration_payments WHERE registration_id = $1 ORDER BY created_at, id',
        [id],
      );
      return rows.map((row) => row.status).join() === wanted.join();
    },
    { timeout: 60_000, interval: 100 },
  );
const purchasesBecome = (...wanted: string[]) =>
  vi.waitUntil(
    async () => {
      const { rows } = await db.query<{ status: string }>(
        'SELECT status FROM payment.credit_purchases WHERE user_id = $1 ORDER BY created_at, id',
        [user.id],
      );
      return rows.map((row) => row.status).join() === wanted.join();
    },
    { timeout: 60_000, interval: 100 },
  );

async function payCard(id: string): Promise<void> {
  const intent = await api.post<CodeIntent>(`/api/registrations/${id}/payment-intent`, { method: 'card' });
  await confirmCard(api, intent);
  await api.post(`/api/payments/${intent.paymentIntentId}/sync`);
}

/** A Pix whose payer pays when another payment has won already: only a crash in between makes one, or a hand here. */
async function payPixLate(id: string): Promise<void> {
  const { paymentIntentId } = await codeFor(api, id, 'pix');
  // As a program does it, so that the figures follow.
  await db.query('SET session_replication_role = origin');
  const ofIntent = 'SELECT id FROM payment.registration_payments WHERE stripe_payment_intent_id = $1';
  await db.query(`DELETE FROM payment.due WHERE id IN (${ofIntent})`, [paymentIntentId]);
  await db.query(
    `UPDATE payment.registration_payments SET status = 'cancelled', version = version + 1 WHERE stripe_payment_intent_id = $1`,
    [paymentIntentId],
  );
  await db.query('SET session_replication_role = replica');
  await payCard(id);
  await attemptsBecome(id, 'cancelled', 'settled');
  await endCode(api, paymentIntentId, 'pay');
  await attemptsBecome(id, 'given_back', 'settled');
}

beforeAll(async () => {
  ({ client: api, user } = await signUp(stackUrl()));
  db = await behindTheTriggers(stackFacts().postgresUrl);
  for (const name of Object.keys(made) as (keyof typeof made)[]) made[name] = await payable(api);

  await endCode(api, (await codeFor(api, made.paid, 'pix')).paymentIntentId, 'pay');
  await attemptsBecome(made.paid, 'settled');
  await endCode(api, (await codeFor(api, made.expired, 'pix')).paymentIntentId, 'expire');
  await attemptsBecome(made.expired, 'cancelled');
  await payPixLate(made.latePix);

  const boleto = await codeFor(api, made.lateBoleto, 'boleto');
  await payCard(made.lateBoleto);
  await attemptsBecome(made.lateBoleto, 'cancelled', 'settled');
  await endCode(api, boleto.paymentIntentId, 'pay');
  await attemptsBecome(made.lateBoleto, 'giving_back', 'settled');

  const pix = await codeFor(api, made.raced, 'pix');
  await Promise.allSettled([payCard(made.raced), endCode(api, pix.paymentIntentId, 'pay')]);
  await codeFor(api, made.open, 'boleto');

  await endCode(api, (await codeForCredits(api, 'update', 'pix')).paymentIntentId, 'pay');
  await endCode(api, (await codeForCredits(api, 'update', 'boleto')).paymentIntentId, 'expire');
  await purchasesBecome('completed', 'cancelled');
}, 300_000);
afterAll(async () => {
  await db?.end();
});

it('holds over Pix and boleto that were paid, expired, late and raced', async () => {
  const results = await checkMoney(placesNow());
  expect(results.flatMap((one) => one.breaches)).toEqual([]);
  const figuresOf = (name: string) => results.find((one) => one.name.startsWith(name))?.figures ?? '';
  expect(figuresOf('each code that brought')).not.toMatch(/^0 /);
  expect(figuresOf('a code that is over')).not.toMatch(/^0 /);
  expect(figuresOf('a Pix that came too late')).not.toMatch(/^0 /);
  expect(figuresOf('a boleto that came too late')).toBe('1 to be given back by transfer');
}, 120_000);

const payment = (of: keyof typeof made, status: string) => ({
  table: 'payment.registration_payments',
  where: () => `registration_id = '${made[of]}' AND status = '${status}'`,
});

const tampers: Tamper[] = [
  {
    ...payment('paid', 'settled'),
    what: 'a Pix that was paid with another amount',
    set: 'amount = amount + 1',
    breaks: ['each code that brought what it is for'],
  },
  {
    ...payment('paid', 'settled'),
    what: 'a paid Pix that is said to be over',
    set: `status = 'cancelled', captured_at = NULL, settled_at = NULL`,
    breaks: ['a code that is over unpaid', 'each settled payment’s registration is paid'],
  },
  {
    ...payment('expired', 'cancelled'),
    what: 'an expired Pix that is said to be paid',
    set: `status = 'settled', captured_at = now(), settled_at = now()`,
    breaks: ['each code that brought what it is for'],
  },
  {
    ...payment('latePix', 'given_back'),
    what: 'a late Pix that was given back in part',
    set: 'refunded_amount = refunded_amount - 1',
    breaks: ['a Pix that came too late'],
  },
  {
    ...payment('expired', 'cancelled'),
    what: 'a late Pix that was never refunded',
    set: `status = 'given_back', captured_at = now(), refunded_amount = amount`,
    breaks: ['a Pix that came too late'],
  },
  {
    table: 'payment.outbox',
    where: () =>
      `type = 'payment.alert' AND data ->> 'text' LIKE '%' || (SELECT id::text FROM payment.registration_payments
         WHERE registration_id = '${made.lateBoleto}' AND status = 'giving_back') || '%'`,
    what: 'a late boleto that nobody was told of',
    set: `data = jsonb_set(data, '{text}', '"outro"')`,
    breaks: ['a boleto that came too late'],
  },
  {
    ...payment('expired', 'cancelled'),
    what: 'two open payments of one registration',
    set: `status = 'open', registration_id = (SELECT registration_id FROM payment.registration_payments
      WHERE status = 'open' AND provider_method = 'boleto' ORDER BY created_at DESC LIMIT 1)`,
    breaks: ['a registration has one payment open'],
    without: 'registration_payments_one_live_idx',
  },
  {
    table: 'payment.credit_purchases',
    where: () => `user_id = '${user.id}' AND status = 'cancelled'`,
    what: 'a purchase whose boleto expired, but brought its credits',
    set: `status = 'completed', completed_at = now()`,
    breaks: ['each code that brought what it is for', 'each payment and purchase moved'],
  },
];

it.each(tampers)('tells of $what', async (tamper) => {
  const broken = await tampered(db, tamper, async () => brokenOf(await checkMoney(placesNow(), 0)));
  for (const name of tamper.breaks) expect(broken).toContainEqual(expect.stringContaining(name));
});
