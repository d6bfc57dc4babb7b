import { setTimeout as delay } from 'node:timers/promises';
import { type Load, startLoad } from '../../tests/faults/load.ts';
import { type TrialContext, waitForEndedPods } from './trial.ts';

/** Target request rate per second. Clients wait for each response, so a slow machine reaches a lower rate. */
export const PER_SECOND = Number(process.env.REQUESTS_PER_SECOND ?? 100);
const WARM_UP_MS = 10_000;
/** Wait for errors after a disturbance, ms. Stopped gateways take longer: underLoad waits for their end. */
const SETTLE_MS = 8_000;

export type Disturbance = {
  name: string;
  begin: () => Promise<unknown>;
  /** The disturbance breaks client connections: the requests in flight on them may fail. */
  cuts?: boolean;
};

/** Applies disturbances one by one under load. @throws with those during which a request was not answered */
export async function underLoad(trial: TrialContext, disturbances: readonly Disturbance[]): Promise<void> {
  const load = await startLoad(trial.url, { perSecond: PER_SECOND, buyers: 8, readers: 16 });
  const failing: string[] = [];
  const all: Disturbance[] = [{ name: 'nothing happens', begin: () => delay(WARM_UP_MS) }, ...disturbances];
  try {
    for (const one of all) if (!(await runDisturbance(load, trial, one))) failing.push(one.name);
    const last: Disturbance = {
      name: 'gateways that leave close',
      begin: () => waitForEndedPods(trial, 'gateway'),
    };
    if (!(await runDisturbance(load, trial, last))) failing.push(last.name);
  } finally {
    await load.stop();
  }
  const { paid, issued } = load.confirmed;
  trial.figures.note('meanwhile', `${paid.length} uploaded and paid, ${issued.length} certificates`);
  if (failing.length > 0) throw new Error(`requests failed: ${failing.join('; ')}`);
}

/** Applies one disturbance. @returns whether every request was answered */
async function runDisturbance(
  load: Load,
  { figures }: TrialContext,
  disturbance: Disturbance,
): Promise<boolean> {
  const { name, begin, cuts = false } = disturbance;
  console.log(`… ${name}`);
  load.tally.phase = name;
  const startedAt = Date.now();
  await begin();
  await delay(SETTLE_MS);
  const seconds = (Date.now() - startedAt) / 1_000;
  const { answered, away, failed, slowest, which } = load.tally.in(name);
  const rate = Math.round((answered + away + failed) / seconds);
  figures.note(
    name,
    `${seconds.toFixed(0)} s, ${rate} requests a second: ${answered} answered, ${away} times 503, ${failed} failed; ` +
      `slowest ${Math.round(slowest)} ms (${which})`,
  );
  const failures = load.tally.failures.filter(({ phase }) => phase === name);
  for (const { what, said } of failures.slice(0, 10)) console.log(`    ${what}: ${said}`);
  return failures.every(({ what, said }) => cuts && (what === 'event stream' || said.includes('no answer')));
}
