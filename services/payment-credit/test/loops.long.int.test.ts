import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@g2/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { claimDue } from '../src/store-due.ts';
import { becomes, captureCredits } from './payments.ts';
import { ownWorld } from './world.ts';

const HOUR = '3600000';
/** One turn with Stripe at the start, and none after it. */
const ONE_TURN = { RECONCILE_EVERY_MS: HOUR, STALE_AFTER_MS: HOUR };
const MANY = 1_000_000;

const world = await ownWorld(ONE_TURN);
await world.control('/_sim/webhooks', { mode: 'drop' });

/** Open attempts that Stripe must be asked about at once. */
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

describe('while Stripe is away', () => {
  afterEach(() => world.control('/_sim/hooks', { failNext: 0, latencyMs: 0 }));

  it('a turn asks it twice and puts the rest off; what needs no Stripe goes on', async () => {
    await dueAttempts(8);
    const owner = await world.user();
    const id = await world.payable(owner);
    const captured = await captureCredits(world, owner, id);
    await world.control('/_sim/hooks', { failNext: MANY });
    await world.restart();
    await world.db.query('UPDATE due SET due_at = now() WHERE id = $1', [captured]);
    await becomes(world, id, 'credits:settled');
    await eventually('Stripe was asked twice', async () => (await failuresLeft()) <= MANY - 2);
    // A stop waits for the turn in hand: what it asked is all it would have asked.
    await world.restart({ RECONCILE_EVERY_MS: HOUR });
    const due = await world.db.query("SELECT 1 FROM due WHERE task = 'ask_payment' AND due_at <= now()");
    const left = await failuresLeft();
    await world.control('/_sim/hooks', { failNext: 0 });
    expect(left).toBeGreaterThanOrEqual(MANY - 4);
    // Nothing was put off that was not tried.
    expect(due.rowCount).toBeGreaterThanOrEqual(4);
  });

  it('a stop waits for the call in hand alone', async () => {
    await dueAttempts(8);
    await world.control('/_sim/hooks', { latencyMs: 1_500 });
    await world.restart();
    const began = Date.now();
    await world.running.stop();
    const took = Date.now() - began;
    await world.control('/_sim/hooks', { latencyMs: 0 });
    await world.restart();
    expect(took).toBeLessThan(5_000);
  });
});

it('a webhook whose body never comes is answered 408, and its connection ends', async () => {
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

it('an intent nobody pays is asked about some two dozen times in its week', async () => {
  await dueAttempts(1);
  // Nobody else may ask.
  await world.running.stop();
  await world.db.query(
    'DELETE FROM due WHERE id <> (SELECT id FROM registration_payments ORDER BY created_at DESC LIMIT 1)',
  );
  const db = world.store();
  const due = async () =>
    (await world.db.query<{ at: Date }>('SELECT min(due_at) AS at FROM due')).rows[0]?.at;
  const first = await due();
  const end = (first?.getTime() ?? 0) + 7 * 24 * 3_600_000;
  let asked = 0;
  for (let at = first; at && at.getTime() < end; at = await due()) {
    // A moment later: what the database keeps is finer than a Date.
    if (await claimDue(db, 'ask_payment', new Date(at.getTime() + 1), 60_000)) asked++;
    else break;
  }
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(30);
});
