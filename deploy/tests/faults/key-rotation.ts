import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ACTOR_TOKEN_SECONDS } from '@g2/kit/actor';
import { serviceNames } from '@g2/kit/provision';
import { root } from '../e2e/support/stack.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { assertThat } from './support.ts';

const PER_SECOND = 25;
/** Clock tolerance of token checks and a margin, ms. */
const LATE_MS = 10_000;

const keys = (fleet: Fleet, step: string): string =>
  execFileSync(process.execPath, [join(root, 'services/kit/bin/keys.ts'), fleet.keysDir, step, 'identity'], {
    encoding: 'utf8',
  }).trim();

/** Programs to restart. The gateway is one of them, because it verifies events with the keys of the services. */
const ALL_PROGRAMS = [...serviceNames, 'gateway'];

/**
 * Wait after a restart, ms. Like minReadySeconds of the chart: callers must discover the new replica before
 * the next one stops.
 */
const SETTLE_MS = 2_000;

async function restart(fleet: Fleet, programs: readonly string[]): Promise<void> {
  for (const program of programs) {
    for (const replica of fleet.replicas(program)) {
      await replica.stop();
      await replica.start();
      await delay(SETTLE_MS);
    }
  }
}

/** Rotates the key with which identity signs user tokens, under load: no request is refused. */
export async function keyRotation(): Promise<void> {
  const fleet = await startFleet({ replicas: 2 });
  try {
    const load = await startLoad(fleet.url, { perSecond: PER_SECOND, buyers: 2, readers: 3 });
    const startedAt = Date.now();
    const say = (text: string) => console.log(`  ${Math.round((Date.now() - startedAt) / 1_000)} s: ${text}`);
    load.tally.phase = 'add';
    say(keys(fleet, 'add'));
    await restart(fleet, ALL_PROGRAMS);
    load.tally.phase = 'use';
    say(keys(fleet, 'use'));
    await restart(fleet, ['identity']);
    // The old key stays trusted until the last token it signed has expired.
    await delay(ACTOR_TOKEN_SECONDS * 1_000 + LATE_MS);
    load.tally.phase = 'retire';
    say(keys(fleet, 'retire'));
    await restart(fleet, ALL_PROGRAMS);
    fleet.allAlive();
    await load.stop();
    load.tally.print();
    load.tally.printRefusals(fleet.logLines);
    const { answered, away, failed } = load.tally.total;
    say(`identity's key replaced: ${answered} requests answered, ${failed} failed, ${away} answered 503`);
    assertThat(failed + away === 0, `${failed} requests failed, ${away} were answered 503`);
  } finally {
    await fleet.stop();
  }
}

if (import.meta.main) await keyRotation();
