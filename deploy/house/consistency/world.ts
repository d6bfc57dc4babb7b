import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@g2/kit/provision';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { type KubernetesObject, render, root, setNames } from '../../kubernetes/chart.ts';
import { readChart } from './chart.ts';
import { type Env, programs } from './code.ts';
import { readCompose, readEnvFile } from './compose.ts';
import type { Installation } from './installation.ts';

export const folder = mkdtempSync(join(tmpdir(), 'g2-consistency-'));
const secretsFolder = join(folder, 'secrets');
const shared = join(folder, 'shares');
const make = () =>
  execFileSync(process.execPath, ['deploy/ops/make-secrets.ts', secretsFolder, shared], {
    cwd: root,
    stdio: 'pipe',
  });
make();
/** Creates the secrets for a test file and removes them after it. */
export function useSecretsFolder(): void {
  beforeAll(() => void (existsSync(secretsFolder) || make()));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}
const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1));
/** Files that the compose job "secrets" creates, and below them the copies for each container. */
export const secretFiles = filesIn(secretsFolder);
export const secretFilesByContainer = Object.fromEntries(
  readdirSync(shared).map((to) => [to, filesIn(join(shared, to))]),
);
export const secretIn = (name: string): string => readFileSync(join(secretsFolder, name), 'utf8');

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const envFile = readEnvFile(read('.env'));
export const compose = (text = read('docker-compose.yml'), env: Env = envFile) =>
  readCompose(text, env, secretFilesByContainer);

/** Chart values that switch on optional settings: trusted proxies and the export of traces. */
const EVERYTHING = { trustProxy: '10.0.0.0/8', otlpEndpoint: 'http://otel-collector.monitoring:4318' };
const IN_DEMO = ['stripe-simulator', 'test-authority', 'provision'];
export const renderedChart = Object.fromEntries(
  await Promise.all(setNames.map(async (set) => [set, await render(set, { values: EVERYTHING })] as const)),
);
export const chart = (set: string, objects: readonly KubernetesObject[] = renderedChart[set] ?? []) =>
  readChart(`helm (${set})`, objects);
export const expectedIn = (set: string) =>
  programs.filter(({ name }) => set === 'demo' || !IN_DEMO.includes(name));

const DATABASE_URL = 'postgres://g2_x:password@db.example.com:5432/g2';
/** Valid values for Secrets that the operator provides. */
export const SAMPLE_SECRETS: Env = {
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  OIDC_CLIENT_SECRET: 'client-secret',
  OIDC_GOOGLE_CLIENT_SECRET: 'client-secret',
  OIDC_GITHUB_CLIENT_SECRET: 'client-secret',
  BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
  BOOTSTRAP_ADMIN_PASSWORD: 'a long enough one',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SIGNING_P12_PASSWORD: 'password',
  TSA_URLS: 'https://user:password@stamps.example.com/tsp',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  NATS_URL: 'tls://user:password@nats.example.com:4222',
  DATABASE_URL,
  ...Object.fromEntries(
    serviceNames.map((name) => [`${name.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`, DATABASE_URL]),
  ),
};

/** Settings for sign-in with two external providers. SAMPLE_SECRETS contains their client secrets. */
export const SIGN_IN: Env = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'g2',
  OIDC_PROVIDERS: '[{"id":"github","name":"GitHub","kind":"github","clientId":"g2","clientSecret":"x"}]',
};

const secret = z.looseObject({ stringData: z.record(z.string(), z.string()) });
export const secretsOf = (objects: readonly KubernetesObject[]) =>
  Object.fromEntries(
    objects
      .filter(({ kind }) => kind === 'Secret')
      .map((it) => [it.metadata.name, secret.parse(it).stringData] as const),
  );

/** Environment of a program, with values of Secrets filled in and paths changed to this machine's. */
function environmentOf(installation: Installation, name: string, secrets: Record<string, Env> | null): Env {
  const env = installation.placed.find((it) => it.name === name)?.env ?? {};
  return Object.fromEntries(
    Object.entries(env).map(([variable, setting]) => {
      if ('value' in setting) {
        const own = /^\/run\/g2\/([a-z-]+\.json)$/.exec(setting.value)?.[1];
        const path = own
          ? join(secretsFolder, 'keys', own)
          : setting.value.replace(/^\/run\/g2/, secretsFolder);
        return [variable, variable.endsWith('_FILE') ? path : setting.value];
      }
      return [variable, (secrets ? secrets[setting.secret]?.[setting.key] : SAMPLE_SECRETS[variable]) ?? ''];
    }),
  );
}

export const configErrors = (
  installation: Installation,
  secrets: Record<string, Env> | null,
  all = programs,
) =>
  all.flatMap((program) => {
    const error = program.judge(environmentOf(installation, program.name, secrets));
    return error ? [`${program.name}: ${error}`] : [];
  });
