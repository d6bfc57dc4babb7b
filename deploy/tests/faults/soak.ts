import { setTimeout as delay } from 'node:timers/promises';
import { startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { assertThat, checkInvariants } from './support.ts';

/**
 * `node deploy/tests/faults/soak.ts [minutes] [requests per second]`: memory of each program under a steady mixed load.
 * Not part of the drills, since it takes an hour.
 */
const MINUTES = Number(process.argv[2] ?? 60);
const PER_SECOND = Number(process.argv[3] ?? 60);
const SAMPLE_MS = 5_000;
/** Share of the run time to skip, because caches, pools and compiled code grow at first. */
const SETTLED = 1 / 3;
const MB = 1024 * 1024;
const METRICS = { resident: 'process_resident_memory_bytes', heap: 'nodejs_heap_size_used_bytes' } as const;

/** `at`: seconds since the load began. Memory in bytes. */
type Sample = { at: number; resident: number; heap: number };

/** Reads a program's memory metrics; undefined when a busy machine does not answer in time. */
async function sampleMemory(url: string, at: number): Promise<Sample | undefined> {
  const text = await fetch(url, { signal: AbortSignal.timeout(SAMPLE_MS) }).then(
    (response) => response.text(),
    () => undefined,
  );
  if (text === undefined) return undefined;
  const read = (name: string) => {
    const value = Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    assertThat(Number.isFinite(value), `${url} says no ${name}`);
    return value;
  };
  return { at, resident: read(METRICS.resident), heap: read(METRICS.heap) };
}

/** Growth in bytes per hour: least squares over the minimum of each minute, which is the heap after a collection. */
function slope(samples: readonly Sample[], figure: 'resident' | 'heap'): number {
  const floors = new Map<number, number>();
  for (const one of samples) {
    const minute = Math.floor(one.at / 60);
    floors.set(minute, Math.min(floors.get(minute) ?? Number.POSITIVE_INFINITY, one[figure]));
  }
  const points = [...floors];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([minute]) => minute)), mean(points.map(([, bytes]) => bytes))];
  const over = points.reduce((sum, [minute, bytes]) => sum + (minute - x) * (bytes - y), 0);
  const under = points.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0);
  return under === 0 ? 0 : (over / under) * 60;
}

const inMb = (bytes: number): string => (bytes / MB).toFixed(1).padStart(7);

async function soak(): Promise<void> {
  assertThat(MINUTES >= 3 && PER_SECOND > 0, 'at least three minutes, and some requests a second');
  const fleet = await startFleet();
  try {
    const load = await startLoad(fleet.url, { perSecond: PER_SECOND, buyers: 6, readers: 12 });
    load.tally.phase = 'soak';
    const startedAt = Date.now();
    const seen = new Map<string, Sample[]>();
    for (const end = startedAt + MINUTES * 60_000; Date.now() < end; await delay(SAMPLE_MS)) {
      fleet.allAlive();
      for (const [program, url] of Object.entries(fleet.metricsUrls)) {
        const sample = await sampleMemory(url, (Date.now() - startedAt) / 1_000);
        seen.set(program, seen.get(program) ?? []);
        if (sample) seen.get(program)?.push(sample);
      }
    }
    const seconds = (Date.now() - startedAt) / 1_000;
    await load.stop();
    load.tally.print();
    const { answered, away, failed } = load.tally.total;
    console.log(
      `${answered + away + failed} requests in ${(seconds / 60).toFixed(0)} minutes (${((answered + away + failed) / seconds).toFixed(0)} a second, ` +
        `asked: ${PER_SECOND}): ${failed} failed, ${away} answered 503; ${load.confirmed.paid.length} paid, ${load.confirmed.issued.length} certificates`,
    );
    console.log(
      'MB                 resident: settled, at the end, an hour more    heap: settled, at the end, an hour more',
    );
    for (const [program, all] of seen) {
      const samples = all.filter(({ at }) => at >= seconds * SETTLED);
      const figures = (['resident', 'heap'] as const).map((figure) => {
        const [first, last] = [samples[0]?.[figure] ?? 0, samples.at(-1)?.[figure] ?? 0];
        return `${inMb(first)} ${inMb(last)} ${inMb(slope(samples, figure))}`;
      });
      console.log(`${program.padEnd(18)} ${figures.join('            ')}`);
    }
    await checkInvariants(fleet.places);
    assertThat(failed === 0, `${failed} requests had no answer they may get`);
  } finally {
    await fleet.stop();
  }
}

await soak();
