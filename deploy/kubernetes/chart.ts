import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { findBinary } from '../stack/binaries.ts';
import { schemaVersions } from './kubernetes-versions.ts';

export const root = join(import.meta.dirname, '../..');
export const chartFolder = join(root, 'helm');

export const valueSets = {
  default: [],
  demo: ['values-demo.yaml'],
  production: ['values-production.yaml'],
  ingress: ['values-production.yaml', 'examples/ingress.values.yaml'],
} as const satisfies Record<string, readonly string[]>;
export type ValueSet = keyof typeof valueSets;
export const setNames: ValueSet[] = ['default', 'demo', 'production'];

const metadata = z.looseObject({
  name: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  annotations: z.record(z.string(), z.string()).default({}),
});
const object = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata });
export type KubernetesObject = z.infer<typeof object>;

type RenderOptions = {
  /** Values to set, by their paths in values.yaml (`helm --set-json`). */
  values?: Record<string, unknown>;
  /** Kubernetes version to render for; default: the newest of schemaVersions. */
  kubeVersion?: string;
};

/** Runs helm in the chart's folder. @throws with helm's stderr */
export async function helm(...args: string[]): Promise<string> {
  const program = await findBinary('helm');
  // A helm built from source assumes Kubernetes 1.20.
  const version =
    args[0] === 'template' && !args.includes('--kube-version')
      ? ['--kube-version', `${schemaVersions.at(-1)}.0`]
      : [];
  const all = [...args, ...version];
  const { stdout } = await promisify(execFile)(program, all, { cwd: chartFolder, maxBuffer: 64 << 20 });
  return stdout;
}

const setArguments = (set: ValueSet, values: Record<string, unknown> = {}): string[] => [
  ...valueSets[set].flatMap((file) => ['-f', file]),
  ...Object.entries(values).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]),
];

/** The chart's objects, with hooks and tests. @throws with helm's message when it refuses the values */
export async function render(set: ValueSet, options: RenderOptions = {}): Promise<KubernetesObject[]> {
  const version = options.kubeVersion ? ['--kube-version', options.kubeVersion] : [];
  const text = await helm('template', 'g2', '.', ...setArguments(set, options.values), ...version);
  return readObjects(text);
}

const failed = z.object({ stderr: z.string() });

/** Helm's error for these values, in one line; null when it accepts them. */
export async function renderError(set: ValueSet, values: Record<string, unknown>): Promise<string | null> {
  try {
    await helm('template', 'g2', '.', ...setArguments(set, values));
    return null;
  } catch (error) {
    return failed.parse(error).stderr.replaceAll(/\s+/g, ' ');
  }
}

export const manifestsIn = (markdown: string): KubernetesObject[] =>
  [...markdown.matchAll(/^```yaml\n(.*?)^```$/gms)].flatMap(([, text = '']) => readObjects(text));

/** Parses YAML documents. @throws on a duplicate key and any other YAML error or warning */
export function readObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    const value: unknown = document.toJS();
    return value === null ? [] : [object.parse(value)];
  });
}
