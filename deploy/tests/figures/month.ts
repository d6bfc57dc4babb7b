import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@g2/kit/ids';
import { mergeShards } from '@g2/kit/merge-shards';
import { civilDay } from '@g2/terms/civil-days';
import { SHARDED_SUMS as MONEY } from '../../../services/payment-credit/src/reports/store-days.ts';
import { SHARDED_TABLES as FLOW } from '../../../services/registration/src/store/days.ts';
import { declineActs } from './acts-declines.ts';
import { identityActs } from './acts-identity.ts';
import { paymentActs } from './acts-money.ts';
import { type RandomAct, registrationActs } from './acts-registration.ts';
import { stripeActs } from './acts-stripe.ts';
import { SeededRandom } from './dice.ts';
import { type Lane, newLane, type Stores } from './world.ts';

const ACTS = [...registrationActs, ...paymentActs, ...stripeActs, ...declineActs, ...identityActs];
const WEIGHT = ACTS.reduce((sum, [weight]) => sum + weight, 0);
/** Number of concurrent lanes. Each lane writes events to its own rows; all share the operators. */
const LANES = 4;
const DAY_MS = 24 * 3_600_000;
/** Days of the random month and of an equal time before it. */
const DAYS = 62;

/**
 * Creates a random month and the one before it through the stores of the services, each event at its own time
 * up to `now`. Merges the shards of past days concurrently, as the services do.
 * @returns number of events
 */
export async function makeMonth(stores: Stores, seed: number, acts: number, now: Date): Promise<number> {
  const staff = {
    operators: Array.from({ length: 3 }, () => ({ id: newId(), role: 'operator' as const })),
    admin: { id: newId(), role: 'admin' as const },
  };
  const lanes = Array.from({ length: LANES }, (_, i) => newLane(stores, new SeededRandom(seed + i), staff));
  const living = Promise.all(lanes.map((lane) => runLane(lane, acts / LANES, now)));
  const isOver = living.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([isOver, sleep(100, false)]))) await mergePastDays(stores, now);
  const done = await living;
  return done.reduce((sum, one) => sum + one, 0);
}

/** Merges the shards in which several PostgreSQL backends counted past days. */
export async function mergePastDays({ payments, registrations }: Stores, now: Date): Promise<void> {
  for (const one of MONEY) await mergeShards(payments.pool, one, civilDay(now));
  for (const one of FLOW) await mergeShards(registrations.pool, one, civilDay(now));
}

async function runLane(lane: Lane, acts: number, now: Date): Promise<number> {
  const begins = now.getTime() - DAYS * DAY_MS;
  const pace = (DAYS * DAY_MS) / acts;
  for (let i = 0; i < acts; i++) {
    const at = new Date(Math.floor(begins + pace * (i + lane.dice.next() * 0.9)));
    while (!(await anyAct(lane)(lane, at)));
  }
  return acts;
}

function anyAct({ dice }: Lane): RandomAct {
  let left = dice.next() * WEIGHT;
  for (const [weight, act] of ACTS) {
    left -= weight;
    if (left < 0) return act;
  }
  throw new Error('no act');
}
