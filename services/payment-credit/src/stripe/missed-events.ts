import type { LoopPass } from '../loop-pass.ts';
import { knownEvents, leaseEventCursor, releaseEventCursor } from './store-events.ts';
import { handledTypes, processOrPostpone, receiveEvent, type StripeDeps } from './webhook-events.ts';

const LEASE_MS = 60_000;
/** Stripe lists events with a delay: each read starts this much earlier, ms. */
const OVERLAP_MS = 120_000;

/** Processes events that no webhook delivered, from Stripe's list of events since the last read. */
export async function readMissedEvents(deps: StripeDeps, pass: LoopPass): Promise<undefined> {
  const { db } = deps;
  const now = deps.clock();
  const seenUntil = await leaseEventCursor(db, now, LEASE_MS);
  if (!seenUntil) return;
  let readUntil: Date | null = null;
  try {
    const since = new Date(seenUntil.getTime() - OVERLAP_MS);
    const events = await deps.stripe.eventsSince(since, handledTypes);
    const known = await knownEvents(
      db,
      events.map((event) => event.id),
    );
    for (const event of events) {
      if (known.has(event.id)) continue;
      await pass.work(event.id, async () => processOrPostpone(deps, await receiveEvent(deps, event)));
      if (!pass.goesOn()) return;
    }
    readUntil = now;
  } finally {
    // Keeps the lease almost until the next regular pass, also if the loop is woken earlier.
    const next = new Date(deps.clock().getTime() + deps.config.RECONCILE_EVERY_MS * 0.9);
    await releaseEventCursor(db, readUntil, next);
  }
}
