import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { civilDay } from '@g2/terms/civil-days';
import { FEE_CENTS } from '@g2/terms/prices';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkMoney } from '../../ops/check/money.ts';
import { demoSession, signUp, type User } from './support/client.ts';
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
import { brokenInvariants, connectWithoutTriggers, type Tamper, withTamperedRow } from './support/tamper.ts';
import { tampersOf } from './support/tampers.ts';
import { createVoucherPayments, payBoleto } from './support/voucher-payments.ts';

/** These tests need the whole stack: the check compares ledger, payments, registrations and the card provider. */
let db: pg.Client;
let user: string;
let tampers: Tamper[];

const places = () => {
  const { postgresUrl, stripeSimulatorUrl } = stackFacts();
  return { databaseUrl: postgresUrl, simulatorUrl: stripeSimulatorUrl };
};

beforeAll(async () => {
  db = await connectWithoutTriggers(stackFacts().postgresUrl);
  const state = await startJourney(stackUrl());
  const steps = [signUpStep(), buyCreditsStep(), detailsStep(), uploadStep, payWithCreditsStep];
  for (const step of steps) await step.run(state);
  user = (await state.client.ok<User>('/api/auth/user')).id;
  const payer = await signUp(stackUrl());
  const vouchers = await createVoucherPayments(db, payer.client, payer.user.id);
  // The provider cannot refund a boleto, so an admin records a refund by bank transfer, here of a boleto paid in time.
  const admin = await demoSession(stackUrl(), 'admin');
  const given = { amount: FEE_CENTS, transferredOn: civilDay(new Date()), reference: 'E2E' };
  await admin.post(`/api/admin/payments/${await payBoleto(db, payer.client)}/given-back`, given);
  tampers = tampersOf({ user, registration: state.id, payer: payer.user.id, ...vouchers });
});
afterAll(() => db?.end());

const run = (env: Record<string, string>): Promise<{ code: number; out: string }> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(root, 'deploy/ops/check/money.ts')],
      { env: { PATH: process.env.PATH, ...env } },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, out: stdout + stderr }),
    );
  });

it('finds no broken invariant after payments of every method, but one after changing a row', async () => {
  const results = await checkMoney(places());
  expect(results.flatMap((one) => one.breaches)).toEqual([]);
  const figuresOf = (name: string) => results.find((one) => one.name.startsWith(name))?.figures ?? '';
  expect(figuresOf('each code that brought')).not.toMatch(/^0 /);
  expect(figuresOf('a code that is over')).not.toMatch(/^0 /);
  expect(figuresOf('a Pix that came too late')).not.toMatch(/^0 /);
  expect(figuresOf('what was given back by transfer')).toBe('1 transfers');
  expect(figuresOf('a boleto that came too late')).toMatch(/^[1-9]\d* to be given back by transfer$/);

  const { code, out } = await run({ G2_DATA_DIR: stackDataDir() });
  expect(out).toMatch(/intent by intent: \d+ intents; provider (\d+) cents, ours \1 cents/);
  expect([code, out]).toEqual([0, expect.not.stringContaining('BROKEN')]);
  expect(await run({ G2_DATA_DIR: '/nowhere' })).toMatchObject({
    code: 2,
    out: expect.stringMatching(/^money check: \/nowhere\/stack.json is not there.*\n$/),
  });
  const { databaseUrl, simulatorUrl } = places();
  const env = { DATABASE_URL: databaseUrl, STRIPE_SIM_URL: simulatorUrl, CHECK_GRACE_MS: '1000' };
  const [first] = tampers;
  if (!first) throw new Error('no row is changed');
  const broken = await withTamperedRow(db, first, () => run(env));
  expect(broken.out).toMatch(new RegExp(`BROKEN {2}each balance .*\n +account ${user}: balance 1, ledger 0`));
  expect(broken.code).toBe(1);
  expect(await run(env)).toMatchObject({ code: 0 });
});

it('names every invariant that a changed row breaks', async () => {
  for (const tamper of tampers) {
    const broken = await withTamperedRow(db, tamper, async () =>
      brokenInvariants(await checkMoney(places(), 0)),
    );
    for (const name of tamper.breaks)
      expect(broken, tamper.what).toContainEqual(expect.stringContaining(name));
  }
});
