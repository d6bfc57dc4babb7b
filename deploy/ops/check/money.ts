import { setTimeout as delay } from 'node:timers/promises';
import { withSecretFiles } from '@g2/kit/env';
import { type CheckTargets, checkTargetsOf, runCommand, withSnapshot } from '../world.ts';
import type { InvariantResult } from './invariant.ts';
import { ledgerInvariants } from './ledger.ts';
import { providerInvariants } from './provider.ts';
import { registrationInvariants } from './registrations.ts';
import { voucherInvariants } from './vouchers.ts';

export type Result = InvariantResult & { name: string };

const INVARIANTS = [
  ...ledgerInvariants,
  ...providerInvariants,
  ...registrationInvariants,
  ...voucherInvariants,
];
/** Longer than the reconciler's interval (RECONCILE_EVERY_MS), which repairs what is only delayed. */
const GRACE_MS = 40_000;
const CHECK_INTERVAL_MS = 2_000;

/**
 * Checks all invariants of money every 2 s for `graceMs`. Reports only what every check found: the rest was in
 * progress.
 */
export async function checkMoney(places: CheckTargets, graceMs = GRACE_MS): Promise<Result[]> {
  const results = await checkOnce(places);
  const end = Date.now() + graceMs;
  while (Date.now() < end && results.some((one) => one.breaches.length > 0)) {
    await delay(Math.min(graceMs, CHECK_INTERVAL_MS));
    const next = new Map((await checkOnce(places)).map((one) => [one.name, one]));
    for (const [index, { name, breaches }] of results.entries()) {
      const now = next.get(name);
      const lasting = breaches.filter((breach) => now?.breaches.includes(breach));
      if (now) results[index] = { ...now, breaches: lasting };
    }
  }
  return results;
}

const checkOnce = (places: CheckTargets): Promise<Result[]> =>
  withSnapshot(places, async (it) => {
    const results: Result[] = [];
    for (const { name, check } of INVARIANTS) results.push({ name, ...(await check(it)) });
    return results;
  });

const SHOWN = 10;

/** Prints the results. @returns true when all invariants hold */
export function printResults(results: readonly Result[]): boolean {
  for (const { name, figures, breaches } of results) {
    console.log(`${breaches.length === 0 ? 'holds ' : 'BROKEN'}  ${name}: ${figures}`);
    for (const breach of breaches.slice(0, SHOWN)) console.log(`          ${breach}`);
    if (breaches.length > SHOWN) console.log(`          and ${breaches.length - SHOWN} more`);
  }
  return results.every((one) => one.breaches.length === 0);
}

if (import.meta.main) {
  await runCommand('money check', 2, async () => {
    const graceMs = Number(process.env.CHECK_GRACE_MS || GRACE_MS);
    const results = await checkMoney(checkTargetsOf(withSecretFiles(process.env)), graceMs);
    process.exitCode = printResults(results) ? 0 : 1;
  });
}
