import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import { until } from '../../tests/faults/support.ts';
import { chartFolder } from '../chart.ts';
import type { Kubectl } from '../kubectl.ts';

export const RELEASE = 'g2';
export const NAMESPACE = 'g2-trial';
/** What the chart deploys of ours. */
export const PROGRAMS = [
  'gateway',
  'identity',
  'registration',
  'storage-hashing',
  'payment-credit',
  'certificate',
] as const;
/** Two replicas of each, as an installation has that is to be upgraded without being missed. */
export const TWO_EACH = Object.fromEntries(PROGRAMS.map((program) => [`programs.${program}.replicas`, 2]));
const TIMEOUT = '--timeout=15m';
/** An upload may go on for an hour; a trial's are short. */
const LEFT_MS = 180_000;
const LOOK_MS = 1_000;

/** Where a node lets in, and how what is behind it is spoken to; it may change while connections come. */
export type Door = { host: string; port: number; tls?: ConnectionOptions | undefined };

/** What every step of a trial works with. */
export type Trial = {
  kubectl: Kubectl;
  helm: (...args: string[]) => Promise<string>;
  /** Where the product answers. */
  url: string;
  /** Where a browser finds the card simulator. */
  simulatorUrl: string;
  images: { registry: string; tag: string };
  /** Values of this trial: addresses, images, requests that fit a small cluster. */
  valuesFile: string;
  /** The way in to the gateway. */
  door: Door;
  /** What passes on these ports of all pods while something is done; undefined where the nodes cannot be reached. */
  capture: ((ports: readonly number[], work: () => Promise<unknown>) => Promise<Buffer>) | undefined;
  /** Kills a pod's program as a crash would; undefined where the nodes cannot be reached. */
  crash: ((pod: string) => Promise<void>) | undefined;
  figures: Figures;
};

/** What was measured, in the order it was. */
export class Figures {
  readonly #rows: [what: string, value: string][] = [];

  note(what: string, value: string): void {
    console.log(`  ${what}: ${value}`);
    this.#rows.push([what, value]);
  }

  /** Says what begins, and notes how long it took; the seconds. */
  async timed(what: string, work: () => Promise<unknown>): Promise<number> {
    console.log(`… ${what}`);
    const begun = Date.now();
    await work();
    const seconds = (Date.now() - begun) / 1_000;
    this.note(what, `${seconds.toFixed(1)} s`);
    return seconds;
  }

  print(): void {
    const width = Math.max(...this.#rows.map(([what]) => what.length));
    for (const [what, value] of this.#rows) console.log(`${what.padEnd(width)}  ${value}`);
  }
}

/** helm on one cluster. @returns what it wrote; what it said where it failed is thrown */
export const helmWith =
  (program: string, kubeconfig: string) =>
  async (...args: string[]): Promise<string> => {
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const options = { cwd: chartFolder, env, maxBuffer: 64 << 20 };
    return (await promisify(execFile)(program, ['--namespace', NAMESPACE, ...args], options)).stdout;
  };

/** Values as helm takes them, `--set-json` for each path. */
export const given = (values: Record<string, unknown>): string[] =>
  Object.entries(values).map(([path, value]) => `--set-json=${path}=${JSON.stringify(value)}`);

const settings = ({ valuesFile }: Trial, values: Record<string, unknown>) => [
  '--values=values-demo.yaml',
  `--values=${valuesFile}`,
  ...given(values),
];

export const install = (trial: Trial, values: Record<string, unknown> = {}) =>
  trial.helm('install', RELEASE, '.', ...settings(trial, values), '--wait', '--wait-for-jobs', TIMEOUT);

export const upgrade = (trial: Trial, values: Record<string, unknown> = {}) =>
  trial.helm('upgrade', RELEASE, '.', ...settings(trial, values), '--wait', '--wait-for-jobs', TIMEOUT);

/** Waits until a program's replicas are those that are wanted, all ready. */
export const settled = ({ kubectl }: Trial, program: string, release = RELEASE) =>
  kubectl.run(
    'rollout',
    'status',
    `deployment/${release}-${program}`,
    `--namespace=${NAMESPACE}`,
    '--timeout=300s',
  );

type Named = { metadata: { name: string; deletionTimestamp?: string } };

async function running({ kubectl }: Trial, labels: string): Promise<Named[]> {
  const which = [`--namespace=${NAMESPACE}`, `--selector=${labels}`, '--field-selector=status.phase=Running'];
  return (await kubectl.json<{ items: Named[] }>('get', 'pods', ...which)).items;
}

const isEnding = ({ metadata }: Named): boolean => metadata.deletionTimestamp !== undefined;

/** Names of a program's running pods; not of those that are ending. */
export async function podsOf(trial: Trial, program: string): Promise<string[]> {
  const pods = await running(
    trial,
    `app.kubernetes.io/name=${program},app.kubernetes.io/instance=${RELEASE}`,
  );
  return pods.filter((pod) => !isEnding(pod)).map(({ metadata }) => metadata.name);
}

/** Waits until those of a program's pods that are ending have ended, of whatever release. */
export function left(trial: Trial, program: string): Promise<void> {
  const look = async () => {
    await delay(LOOK_MS);
    return !(await running(trial, `app.kubernetes.io/name=${program}`)).some(isEnding);
  };
  return until(`pods of ${program} that end are gone`, look, LEFT_MS);
}
