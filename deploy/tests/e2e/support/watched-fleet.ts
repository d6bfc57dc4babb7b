import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@g2/kit/testing';
import { findBinary } from '../../../stack/binaries.ts';
import { type Fleet, startFleet } from '../../faults/fleet.ts';
import { retryWhileUnavailable } from '../../faults/support.ts';
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
import { acceleratedRules } from './monitoring.ts';
import { type FiringAlert, type Prometheus, startPrometheus } from './prometheus.ts';
import { root } from './stack.ts';

/** Time factor against production: a five-minute window lasts ten seconds. */
const TIME_FACTOR = 30;
const PATIENCE_MS = 120_000;
/** Counters that exist only after the first registration. A busy machine scrapes them at different times. */
const LAZY_COUNTERS = [
  'g2_upload_duration_seconds_count',
  'g2_storage_duration_seconds_count',
  'g2_stripe_duration_seconds_count',
  'g2_certificates_issued_total',
];

/** The product with a Prometheus that records firing alerts. Stopped programs are not restarted. */
export type MonitoredFleet = {
  fleet: Fleet;
  prometheus: Prometheus;
  journey: JourneyState;
  /** Alerts that fired since `forget`: each set of labels once, as last seen. */
  fired(): FiringAlert[];
  /** Clears the recorded alerts before the next fault. */
  forget(): void;
  /** Waits until the alert has fired since `forget`. @throws Error with the alerts that fired instead */
  fires(name: string, labels: Record<string, string>): Promise<FiringAlert>;
  /** Runs an operator command. @returns its output, whatever the exit code */
  run(command: string): Promise<string>;
  stop(): Promise<void>;
};

/** Path of the Prometheus binary, or the reason why it is missing. */
export const locatePrometheus = (): Promise<{ program: string } | { missing: string }> =>
  findBinary('prometheus').then(
    (program) => ({ program }),
    (error: Error) => ({ missing: error.message }),
  );

/** Starts product and Prometheus and certifies two registrations, so that metrics have data. */
export async function startMonitoredFleet(program: string): Promise<MonitoredFleet> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-watched-'));
  const fleet = await startFleet({ env: { gateway: { WRITES_PER_MINUTE: '100000' } } });
  const prometheus = await startPrometheus({
    program,
    folder,
    targets: fleet.metricsUrls,
    rules: acceleratedRules(TIME_FACTOR),
  });
  const seen = new Map<string, FiringAlert>();
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
    await certifyRegistration(fleet.url);
    // Prometheus sees no increase at the first sample of a series, so counters need a second registration.
    for (const count of LAZY_COUNTERS) {
      await eventually(
        `the first is scraped: ${count}`,
        async () => (await prometheus.query(`${count} > 0`)).length > 0,
        PATIENCE_MS,
      );
    }
    const journey = await certifyRegistration(fleet.url);
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

/** Certifies a registration. A busy machine may respond 503, so steps are retried. */
async function certifyRegistration(url: string): Promise<JourneyState> {
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
    await retryWhileUnavailable(() => step.run(journey), PATIENCE_MS);
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
    // No payment is in progress here, so the check needs no grace period, ms.
    CHECK_GRACE_MS: '0',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, timeout: 180_000 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
