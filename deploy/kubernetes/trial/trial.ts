import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import { serviceNames } from '@g2/kit/provision';
import { waitUntil } from '../../tests/faults/support.ts';
import { chartFolder } from '../chart.ts';
import type { Kubectl } from '../kubectl.ts';

export const RELEASE = 'g2';
export const NAMESPACE = 'g2-trial';
export const HERE = `--namespace=${NAMESPACE}`;
export const PROGRAMS = ['gateway', ...serviceNames] as const;
/** Values for two replicas of each program: the minimum for an upgrade without lost requests. */
export const TWO_EACH = Object.fromEntries(PROGRAMS.map((program) => [`programs.${program}.replicas`, 2]));
const TIMEOUT = '--timeout=15m';
/** Shorter than the pods' grace period of an hour, because uploads of the trial are short. */
const POD_END_TIMEOUT_MS = 180_000;
const LOOK_MS = 1_000;

/** Address at which a node accepts outside connections, and its TLS options. It may change while connections arrive. */
export type EntryPoint = { host: string; port: number; tls?: ConnectionOptions | undefined };

export type TrialContext = {
  kubectl: Kubectl;
  helm: (...args: string[]) => Promise<string>;
  url: string;
  simulatorUrl: string;
  images: { registry: string; tag: string };
  /** File with the values of this trial: addresses, images, resource requests for a small cluster. */
  valuesFile: string;
  door: EntryPoint;
  /** Records the packets on these ports while `work` runs; undefined when the nodes are not reachable. */
  capture: ((ports: readonly number[], work: () => Promise<unknown>) => Promise<Buffer>) | undefined;
  /** Kills a pod's program; undefined when the nodes are not reachable. */
  crash: ((pod: string) => Promise<void>) | undefined;
  figures: Measurements;
};

export class Measurements {
  readonly #rows: [what: string, value: string][] = [];

  note(what: string, value: string): void {
    console.log(`  ${what}: ${value}`);
    this.#rows.push([what, value]);
  }

  async timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    console.log(`… ${what}`);
    const startedAt = Date.now();
    const result = await work();
    this.note(what, `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
    return result;
  }

  print(): void {
    const width = Math.max(...this.#rows.map(([what]) => what.length));
    for (const [what, value] of this.#rows) console.log(`${what.padEnd(width)}  ${value}`);
  }
}

/** Creates a function that runs helm on one cluster. It returns stdout and throws with stderr. */
export const helmWith =
  (program: string, kubeconfig: string) =>
  async (...args: string[]): Promise<string> => {
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const options = { cwd: chartFolder, env, maxBuffer: 64 << 20 };
    return (await promisify(execFile)(program, ['--namespace', NAMESPACE, ...args], options)).stdout;
  };

/** Values as `--set-json` arguments, one per path. */
export const setJsonArguments = (values: Record<string, unknown>): string[] =>
  Object.entries(values).map(([path, value]) => `--set-json=${path}=${JSON.stringify(value)}`);

const settings = ({ valuesFile }: TrialContext, values: Record<string, unknown>) => [
  '--values=values-demo.yaml',
  `--values=${valuesFile}`,
  ...setJsonArguments(values),
];

export const install = (trial: TrialContext, values: Record<string, unknown> = {}) =>
  trial.helm('install', RELEASE, '.', ...settings(trial, values), '--wait', '--wait-for-jobs', TIMEOUT);

export const upgrade = (trial: TrialContext, values: Record<string, unknown> = {}) =>
  trial.helm('upgrade', RELEASE, '.', ...settings(trial, values), '--wait', '--wait-for-jobs', TIMEOUT);

export const waitForRollout = ({ kubectl }: TrialContext, program: string, release = RELEASE) =>
  kubectl.run('rollout', 'status', `deployment/${release}-${program}`, HERE, '--timeout=300s');

type Named = { metadata: { name: string; deletionTimestamp?: string } };

async function running({ kubectl }: TrialContext, labels: string): Promise<Named[]> {
  const which = [HERE, `--selector=${labels}`, '--field-selector=status.phase=Running'];
  return (await kubectl.json<{ items: Named[] }>('get', 'pods', ...which)).items;
}

const isEnding = ({ metadata }: Named): boolean => metadata.deletionTimestamp !== undefined;

/** Names of a program's running pods, without those that are terminating. */
export async function runningPodNames(trial: TrialContext, program: string): Promise<string[]> {
  const pods = await running(
    trial,
    `app.kubernetes.io/name=${program},app.kubernetes.io/instance=${RELEASE}`,
  );
  return pods.filter((pod) => !isEnding(pod)).map(({ metadata }) => metadata.name);
}

/** Waits until the ending pods of a program, of any release, have ended. */
export function waitForEndedPods(trial: TrialContext, program: string): Promise<void> {
  const look = async () => {
    await delay(LOOK_MS);
    return !(await running(trial, `app.kubernetes.io/name=${program}`)).some(isEnding);
  };
  return waitUntil(`pods of ${program} that end are gone`, look, POD_END_TIMEOUT_MS);
}
