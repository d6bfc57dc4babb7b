import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkMoney } from '../../ops/check/money.ts';
import type { User } from './support/client.ts';
import {
  buyCreditsStep,
  detailsStep,
  payWithCreditsStep,
  signUpStep,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { stackDataDir, stackFacts, stackUrl } from './support/shared-stack.ts';
import { root } from './support/stack.ts';
import { behindTheTriggers, brokenOf, type Tamper, tampered } from './support/tamper.ts';

let db: pg.Client;
let user: string;
let registration: string;

beforeAll(async () => {
  const state = await startJourney(stackUrl());
  const steps = [signUpStep(), buyCreditsStep(), detailsStep(), uploadStep, payWithCreditsStep];
  for (const step of steps) await step.run(state);
  user = (await state.client.ok<User>('/api/auth/user')).id;
  registration = state.id;
  db = await behindTheTriggers(stackFacts().postgresUrl);
});
afterAll(async () => {
  await db?.end();
});

const run = (env: Record<string, string>): Promise<{ code: number; out: string }> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(root, 'deploy/ops/check/money.ts')],
      { env: { PATH: process.env.PATH, ...env } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, out: stdout + stderr }),
    );
  });

it('says that all holds, with figures, and ends with 0', async () => {
  const { code, out } = await run({ G2_DATA_DIR: stackDataDir() });
  expect(out).not.toContain('BROKEN');
  expect(out).toMatch(/intent by intent: \d+ intents; provider (\d+) cents, ours \1 cents/);
  expect(code).toBe(0);
});

it('says in one line what it cannot find', async () => {
  expect(await run({ G2_DATA_DIR: '/nowhere' })).toMatchObject({
    code: 2,
    out: expect.stringMatching(/^money check: \/nowhere\/stack.json is not there.*\n$/),
  });
});

const ledger = { table: 'payment.credit_transactions', where: () => `user_id = '${user}' AND delta < 0` };
const account = { table: 'payment.accounts', where: () => `user_id = '${user}'` };
const payment = {
  table: 'payment.registration_payments',
  where: () => `registration_id = '${registration}'`,
};
const paid = { table: 'registration.registrations', where: () => `id = '${registration}'` };
const purchase = { table: 'payment.credit_purchases', where: () => `user_id = '${user}'` };

const tampers: Tamper[] = [
  {
    ...account,
    what: 'a centavo more in a balance',
    set: 'balance = balance + 1',
    breaks: ['each balance is the sum'],
  },
  {
    ...ledger,
    what: 'a changed entry',
    set: 'delta = delta + 1',
    breaks: ['each balance is the sum', 'each ledger entry continues', 'each payment and purchase moved'],
  },
  {
    ...account,
    what: 'a negative balance',
    set: 'balance = -1',
    breaks: ['no balance is'],
    without: 'accounts_balance_check',
  },
  {
    ...ledger,
    what: 'an operation twice',
    set: `operation_key = (SELECT max(operation_key) FROM payment.credit_transactions WHERE operation_key LIKE 'purchase:%')`,
    breaks: ['each ledger operation happened once'],
    without: 'credit_transactions_operation_key_key',
  },
  {
    ...purchase,
    what: 'a refund that never was',
    set: 'refunded_amount = 1',
    breaks: ['the provider’s captured minus refunded'],
  },
  {
    ...purchase,
    what: 'a purchase forgotten',
    set: `status = 'pending', completed_at = NULL`,
    breaks: ['the provider’s captured minus refunded', 'each payment and purchase moved'],
  },
  {
    ...paid,
    what: 'a registration unpaid again',
    set: `status = 'submitted', payment_id = NULL, payment_paid_at = NULL`,
    breaks: ['each settled payment’s registration is paid'],
  },
  {
    ...paid,
    what: 'a registration paid by another payment',
    set: 'payment_id = gen_random_uuid()',
    breaks: ['each settled payment’s registration is paid'],
  },
  {
    ...payment,
    what: 'a payment of another amount',
    set: 'amount = amount - 1',
    breaks: ['each settled payment is of the registration’s owner', 'each payment and purchase moved'],
  },
  {
    ...payment,
    what: 'a payment stuck',
    set: `status = 'captured', settled_at = NULL, captured_at = now() - interval '2 minutes'`,
    breaks: ['nothing is stuck', 'whatever is on its way', 'each settled payment’s registration is paid'],
  },
];

it.each(tampers)('tells of $what', async (tamper) => {
  const { postgresUrl, stripeSimulatorUrl } = stackFacts();
  const places = { databaseUrl: postgresUrl, simulatorUrl: stripeSimulatorUrl };
  const broken = await tampered(db, tamper, async () => brokenOf(await checkMoney(places, 0)));
  for (const name of tamper.breaks) expect(broken).toContainEqual(expect.stringContaining(name));
});

it('ends with 1 when something is broken, and names it', async () => {
  const { postgresUrl, stripeSimulatorUrl } = stackFacts();
  const [first] = tampers;
  if (!first) throw new Error('no tampers');
  const env = { DATABASE_URL: postgresUrl, STRIPE_SIM_URL: stripeSimulatorUrl, CHECK_GRACE_MS: '1000' };
  const { code, out } = await tampered(db, first, () => run(env));
  expect(out).toMatch(new RegExp(`BROKEN {2}each balance .*\n +account ${user}: balance 1, ledger 0`));
  expect(code).toBe(1);
  expect(await run(env)).toMatchObject({ code: 0 });
});
