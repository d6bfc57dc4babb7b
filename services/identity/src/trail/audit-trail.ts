import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { ChainHead } from '../domain/audit-chain.ts';
import { trailBroken } from '../metrics.ts';
import { chainBatch, deleteExpiredAddresses, linksOf, unchainedRows } from '../store/audit-chain.ts';
import { walkAuditChain } from '../store/audit-chain-walk.ts';
import type { Database } from '../store.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const startTrail = (db: Database, clock: Clock, log: Logger): Loop[] => [
  startLoop('trail', SECOND_MS, log, () => chainBatch(db)),
  startLoop('trail-addresses', HOUR_MS, log, () => deleteExpiredAddresses(db, clock())),
  startCheck(db, clock, log),
];

/** Checks the audit chain and logs its head for the operators' check: the tables' owner cannot change the logs. */
function startCheck(db: Database, clock: Clock, log: Logger): Loop {
  let since: ChainHead | undefined;
  let dueAt = 0;
  return startLoop('trail-check', HOUR_MS, log, async (signal) => {
    if (clock().getTime() < dueAt) return undefined;
    const found = await check(db, since, signal);
    trailBroken.set(found.broken.length);
    if (found.broken.length > 0) log.error({ broken: found.broken.slice(0, 20) }, 'trail broken');
    const { position, hash } = found.head;
    log.info({ position, hash: hash.toString('hex') }, 'trail checkpoint');
    since = found.head;
    dueAt = clock().getTime() + DAY_MS;
    return undefined;
  });
}

async function check(
  db: Database,
  since: ChainHead | undefined,
  signal: AbortSignal,
): Promise<{ head: ChainHead; broken: string[] }> {
  const { head, faults, continuesSince } = await walkAuditChain((after) => linksOf(db, after), since);
  const broken = faults.map(({ kind, position, id }) => `${kind} at ${position} (${id})`);
  if (continuesSince === false) broken.push(`position ${since?.position} is not what it was`);
  for (const id of await leftOut(db, signal)) broken.push(`${id} is in no chain`);
  return { head, broken };
}

/** Finds rows still unchained after 10 s; acts that other services report late are already old on arrival. */
async function leftOut(db: Database, signal: AbortSignal): Promise<string[]> {
  const first = await unchainedRows(db);
  if (first.length === 0) return first;
  await delay(10 * SECOND_MS, undefined, { signal });
  const still = new Set(await unchainedRows(db));
  return first.filter((id) => still.has(id));
}
