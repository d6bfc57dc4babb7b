import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@g2/kit/provision';
import { startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { assertThat, checkInvariants } from './support.ts';

const PER_SECOND = 50;
const WARM_UP_MS = 5_000;
/** Time for late effects of a stopped replica to appear, ms. */
const SETTLE_MS = 2_000;
const PROGRAMS = [...serviceNames, 'gateway'];

/** Restarts the two replicas of each program one at a time under load: no request fails. */
export async function rollingRestart(): Promise<void> {
  const fleet = await startFleet({ replicas: 2 });
  try {
    const load = await startLoad(fleet.url, { perSecond: PER_SECOND });
    const startedAt = Date.now();
    await delay(WARM_UP_MS);
    for (const program of PROGRAMS) {
      load.tally.phase = program;
      for (const replica of fleet.replicas(program)) {
        const code = await replica.stop();
        assertThat(code === 0, `${program} ended with ${code}`);
        await replica.start();
        await delay(SETTLE_MS);
      }
    }
    load.tally.phase = 'after';
    await delay(SETTLE_MS);
    const seconds = (Date.now() - startedAt) / 1_000;
    fleet.allAlive();
    await load.stop();
    const { answered, away, failed } = load.tally.total;
    load.tally.print();
    load.tally.printRefusals(fleet.logLines);
    console.log(
      `${2 * PROGRAMS.length} restarts in ${Math.round(seconds)} s under ${((answered + away + failed) / seconds).toFixed(0)} ` +
        `requests a second (asked: ${PER_SECOND}): ${failed} failed, ${away} answered 503; ${load.confirmed.paid.length} paid, ` +
        `${load.confirmed.issued.length} certificates; event streams opened ${load.streams.opened} times, ` +
        `${load.streams.messages} events; ${fleet.refused()} connections refused and passed on`,
    );
    await checkInvariants(fleet.places);
    assertThat(failed + away === 0, `${failed} requests failed, ${away} were answered 503`);
  } finally {
    await fleet.stop();
  }
}

if (import.meta.main) await rollingRestart();
