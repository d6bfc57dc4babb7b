import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@g2/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { claimTask } from '../src/store-schedule.ts';
import { insertCapturedPayment, paymentsBecome } from './payments.ts';
import { ownWorld } from './world.ts';

const HOUR = '3600000';
/** The reconciler calls Stripe in one pass at the start, and not again during the test. */
const ONE_TURN = { RECONCILE_EVERY_MS: HOUR, STALE_AFTER_MS: HOUR };
const MANY = 1_000_000;

const world = await ownWorld(ONE_TURN);
await world.control('/_sim/webhooks', { mode: 'drop' });

/** Creates open attempts that are due for a check now. */
async function dueAttempts(n: number): Promise<void> {
  for (let i = 0; i < n; i++) {
    const owner = await world.user();
    const id = await world.payable(owner);
    await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
  }
  await world.db.query("UPDATE due SET due_at = now() WHERE task = 'ask_payment'");
}

const failuresLeft = async (): Promise<number> => {
  const hooks = await (await world.control('/_sim/hooks', {})).json();
  return (hooks as { failNext: number }).failNext;
};

describe('while Stripe is unavailable', () => {
  afterEach(() => world.control('/_sim/hooks', { failNext: 0, latencyMs: 0 }));

  it('the reconciler stops its pass after two calls, and captured payments are still settled', async () => {
    await dueAttempts(8);
    const owner = await world.user();
    const id = await world.payable(owner);
    const captured = await insertCapturedPayment(world, owner, id);
    await world.control('/_sim/hooks', { failNext: MANY });
    await world.restart();
    await world.db.query('UPDATE due SET due_at = now() WHERE id = $1', [captured]);
    await paymentsBecome(world, id, 'credits:settled');
    await eventually('Stripe was asked twice', async () => (await failuresLeft()) <= MANY - 2);
    // A restart waits for the running pass, so the old service makes no more calls.
    await world.restart({ RECONCILE_EVERY_MS: HOUR });
    const due = await world.db.query("SELECT 1 FROM due WHERE task = 'ask_payment' AND due_at <= now()");
    const left = await failuresLeft();
    await world.control('/_sim/hooks', { failNext: 0 });
    expect(left).toBeGreaterThanOrEqual(MANY - 4);
    // The attempts that were not tried are still due.
    expect(due.rowCount).toBeGreaterThanOrEqual(4);
  });

  it('a stop of the service waits only for the current Stripe call', async () => {
    await dueAttempts(8);
    await world.control('/_sim/hooks', { latencyMs: 1_500 });
    await world.restart();
    const startedAt = Date.now();
    await world.running.stop();
    const took = Date.now() - startedAt;
    await world.control('/_sim/hooks', { latencyMs: 0 });
    await world.restart();
    expect(took).toBeLessThan(5_000);
  });
});

it('answers 408 and closes the connection when the body of a webhook does not arrive', async () => {
  const socket = connect(world.running.httpPort, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(
    'POST /webhooks/stripe HTTP/1.1\r\nHost: g2\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer.toLowerCase()).toContain('connection: close');
});

it('checks an unpaid intent 11 to 29 times in a week', async () => {
  await dueAttempts(1);
  // Stopping the service stops its loops.
  await world.running.stop();
  await world.db.query(
    'DELETE FROM due WHERE id <> (SELECT id FROM registration_payments ORDER BY created_at DESC LIMIT 1)',
  );
  const db = world.store();
  const due = async () =>
    (await world.db.query<{ at: Date }>('SELECT min(due_at) AS at FROM due')).rows[0]?.at;
  const first = await due();
  const end = (first?.getTime() ?? 0) + 7 * 24 * 3_600_000;
  let requestCount = 0;
  for (let at = first; at && at.getTime() < end; at = await due()) {
    // PostgreSQL stores microseconds, a Date only milliseconds: 1 ms more makes the row due.
    if (await claimTask(db, 'ask_payment', new Date(at.getTime() + 1), 60_000)) requestCount++;
    else break;
  }
  expect(requestCount).toBeGreaterThan(10);
  expect(requestCount).toBeLessThan(30);
});
