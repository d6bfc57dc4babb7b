import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { databaseUrlProblem } from './database-url.ts';
import { readNatsServers } from './nats-servers.ts';
import { count, httpUrl, json, milliseconds, optional, port } from './setting-parsers.ts';

/** `problem` returns what is wrong with the text, or undefined. */
const validatedText = (problem: (text: string) => string | undefined) =>
  z.string().superRefine((text, ctx) => {
    const message = problem(text);
    if (message) ctx.addIssue({ code: 'custom', message });
  });

function natsProblem(text: string): string | undefined {
  try {
    readNatsServers(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'is wrong';
  }
}

/** Settings of every service and of the gateway. Port 0 picks a free port. */
export const commonVariables = {
  NODE_ENV: z.string().default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOST: z.string().default('0.0.0.0'),
  HTTP_PORT: port,
  /** One server, or comma-separated servers of a cluster (nats-servers.ts). */
  NATS_URL: validatedText(natsProblem),
  /** First token of all subjects and of the stream names; isolates test runs. */
  NATS_PREFIX: z
    .string()
    .regex(/^[a-z0-9]+$/, 'must be of a-z and 0-9')
    .default('g2'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  /** Fraction of traces kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: optional(z.coerce.number().min(0).max(1)).transform((share) => share ?? 1),
  /** Internal port of GET /metrics; absent: not served. */
  METRICS_PORT: optional(port),
  /** JWKS of every service's public key. */
  TRUSTED_KEYS: json.pipe(z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })),
  /** Determines the links in mails, the allowed Origin and (https) the Secure flag of cookies. */
  PUBLIC_URL: httpUrl,
  G2_DEMO: optional(z.enum(['0', '1'])).transform((value) => value === '1'),
  /** Folder with this program's certificate (internal-tls.ts); absent: plain text between programs. */
  TLS_FOLDER: optional(z.string()),
  SHUTDOWN_GRACE_MS: milliseconds(10_000, 0),
};

/** Settings of bin/streams.ts. */
export const streamVariables = {
  NATS_URL: commonVariables.NATS_URL,
  NATS_PREFIX: commonVariables.NATS_PREFIX,
  /** Replicas of each stream in a cluster. */
  NATS_REPLICAS: count(1, 1, 5),
};

/** Additional settings of the five services. */
export const serviceVariables = {
  ...commonVariables,
  GRPC_PORT: port,
  /** Time to serve HTTP after reporting not ready, ms; more than the keep-alive time of our clients (http.ts). */
  SHUTDOWN_DRAIN_MS: milliseconds(2_500, 0),
  DATABASE_URL: validatedText(databaseUrlProblem),
  /** Maximum number of connections in a replica's database pool. */
  DATABASE_POOL: count(5, 2, 100),
  /** This service's private Ed25519 JWK; kid is "<service>" or "<service>.<anything>". */
  SERVICE_KEY: json.pipe(z.looseObject({ kty: z.literal('OKP'), kid: z.string(), d: z.string() })),
  /** Whether certain acts of admins need a second admin's approval. Default: true unless G2_DEMO. */
  SECOND_PERSON: optional(z.enum(['true', 'false'])),
};

export const requiresSecondAdmin = (config: Pick<ServiceConfig, 'SECOND_PERSON' | 'G2_DEMO'>): boolean =>
  config.SECOND_PERSON === undefined ? !config.G2_DEMO : config.SECOND_PERSON === 'true';

export const serviceConfig = z.object(serviceVariables);
export type ServiceConfig = z.infer<typeof serviceConfig>;

/** Parses a configuration. @throws ConfigError one line that names each missing or wrong variable, never a value */
export function loadConfig<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.infer<S> {
  const parsed = schema.safeParse(env);
  if (parsed.success) {
    assertLocalDemo(parsed.data);
    return parsed.data;
  }
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path[0]?.toString() ?? 'environment';
    return env[name] === undefined || env[name] === '' ? `${name} is missing` : `${name}: ${issue.message}`;
  });
  throw new ConfigError(`configuration: ${[...new Set(problems)].join('; ')}`);
}

/** Refuses a demo at a public address: its passwords, mailbox and keys are publicly known. @throws ConfigError */
function assertLocalDemo(config: unknown): void {
  const known = z.object({ G2_DEMO: z.literal(true), PUBLIC_URL: z.url() }).safeParse(config);
  if (!known.success) return;
  const { hostname } = new URL(known.data.PUBLIC_URL);
  if (/^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname)) return;
  throw new ConfigError(`configuration: G2_DEMO=1 is refused at a public address (PUBLIC_URL ${hostname})`);
}

/** Each of these secrets may be in a mounted file instead: `<NAME>_FILE` holds its path. */
export const secretVariables = [
  'DATABASE_URL',
  'NATS_URL',
  'SERVICE_KEY',
  'TRUSTED_KEYS',
  'LOG_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'OIDC_PROVIDERS',
  'SIGNING_P12_PASSWORD',
  'BOOTSTRAP_ADMIN_PASSWORD',
  'TSA_URLS',
  'AUTHORITY_SEED',
] as const;

/** Name of a `_FILE` variable with the client secret of a provider in OIDC_PROVIDERS. */
const PROVIDER_SECRET = /^(OIDC_[A-Z0-9_]+_CLIENT_SECRET)_FILE$/;

/** Reads secrets from `_FILE` variables; direct values win. @throws ConfigError naming an unreadable file's variable */
export function withSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const resolved = { ...env };
  const providerSecrets = Object.keys(env).flatMap((name) => PROVIDER_SECRET.exec(name)?.[1] ?? []);
  for (const name of [...secretVariables, ...providerSecrets]) {
    const path = env[`${name}_FILE`];
    if (!path || env[name]) continue;
    resolved[name] = readSecretFile(name, path);
  }
  return resolved;
}

/** @throws ConfigError when the file is unreadable */
export function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`configuration: ${name}_FILE can't be read${codeOf(error)}`);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
