import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@g2/kit/testing';
import { findPrometheus } from '../../../stack/binaries.ts';
import { type Fleet, startFleet } from '../../faults/fleet.ts';
import { insist } from '../../faults/support.ts';
import {
  buyCreditsStep,
  certificateStep,
  detailsStep,
  holdersStep,
  type JourneyState,
  payWithCreditsStep,
  signUpStep,
  staffSteps,
  startJourney,
  uploadStep,
} from './journey.ts';
import { quickenedRules } from './monitoring.ts';
import { type Fired, type Prometheus, startPrometheus } from './prometheus.ts';
import { root } from './stack.ts';

/** How many times faster than in an installation: a window of five minutes is one of ten seconds. */
const QUICKER = 30;
const PATIENCE_MS = 120_000;
/** What a registration makes each program count, that is not there before: of a busy machine one is read later than another. */
const FIRST_SEEN = [
  'g2_upload_duration_seconds_count',
  'g2_storage_duration_seconds_count',
  'g2_stripe_duration_seconds_count',
  'g2_certificates_issued_total',
];

/** The product with a Prometheus beside it, of which alerts are noted as they fire; whatever is stopped stays so. */
export type WatchedFleet = {
  fleet: Fleet;
  prometheus: Prometheus;
  /** The person who used it, and what was made. */
  journey: JourneyState;
  /** Everything that fired so far, each set of labels as it was first seen. */
  fired(): Fired[];
  /** Forgets what fired so far, before something else is caused. */
  forget(): void;
  /** Waits until it fires with these labels, or has since the last forgetting. @throws Error with what did fire instead */
  fires(name: string, labels: Record<string, string>): Promise<Fired>;
  /** Runs an operator's command as in an installation; what it printed, whatever its exit code. */
  run(command: string): Promise<string>;
  stop(): Promise<void>;
};

/** Path of the program, or why there is none: said by the test that is skipped. */
export const prometheusHere = (): Promise<{ program: string } | { missing: string }> =>
  findPrometheus('prometheus').then(
    (program) => ({ program }),
    (error: Error) => ({ missing: error.message }),
  );

/** Starts them, and leads two registrations to their certificates, so that there is something to be seen. */
export async function watchFleet(program: string): Promise<WatchedFleet> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-watched-'));
  const fleet = await startFleet({ env: { gateway: { WRITES_PER_MINUTE: '100000' } } });
  const prometheus = await startPrometheus({
    program,
    folder,
    targets: fleet.metricsUrls,
    rules: quickenedRules(QUICKER),
  });
  const seen = new Map<string, Fired>();
  const watching = setInterval(() => {
    void prometheus.firing().then(
      (all) => {
        for (const one of all) seen.set(JSON.stringify([one.name, one.labels]), one);
      },
      () => {},
    );
  }, 500);
  const stop = async () => {
    clearInterval(watching);
    await prometheus.stop();
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await lead(fleet.url);
    // A series' first request is no rise: what counts requests shows the second.
    for (const count of FIRST_SEEN) {
      await eventually(
        `the first is scraped: ${count}`,
        async () => (await prometheus.query(`${count} > 0`)).length > 0,
        PATIENCE_MS,
      );
    }
    const journey = await lead(fleet.url);
    const fired = () => [...seen.values()];
    return {
      fleet,
      prometheus,
      journey,
      fired,
      forget: () => seen.clear(),
      fires: (name, labels) =>
        eventually(
          `${name} ${JSON.stringify(labels)} fires`,
          async () => {
            const found = fired().find(
              (one) =>
                one.name === name &&
                Object.entries(labels).every(([key, value]) => one.labels[key] === value),
            );
            if (!found)
              throw new Error(
                `fired: ${fired()
                  .map((one) => one.name)
                  .join(', ')}`,
              );
            return found;
          },
          PATIENCE_MS,
        ),
      run: (command) => runCommand(command, fleet),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A registration led to its certificate. On a machine with much to do an answer may be 503: a step may be taken again. */
async function lead(url: string): Promise<JourneyState> {
  const journey = await startJourney(url);
  const steps = [
    signUpStep(),
    buyCreditsStep(),
    detailsStep(),
    uploadStep,
    holdersStep(),
    payWithCreditsStep,
  ];
  for (const step of [...steps, ...staffSteps, certificateStep]) {
    await insist(() => step.run(journey), PATIENCE_MS);
  }
  return journey;
}

function runCommand(command: string, fleet: Fleet): Promise<string> {
  const [node, ...args] = command.split(' ');
  if (node !== 'node') throw new Error(`not a command of ours: ${command}`);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: fleet.places.postgresUrl,
    NATS_URL: fleet.natsUrl,
    STORAGE_DIR: join(fleet.dataDir, 'objects'),
    STRIPE_SIM_URL: fleet.places.stripeSimulatorUrl,
    // What is on its way is waited for, which here nothing is.
    CHECK_GRACE_MS: '0',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, timeout: 180_000 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
