import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateKeys, type ServiceKeys } from '@g2/kit/keys';
import { serviceNames } from '@g2/kit/provision';

type Env = Record<string, string | undefined>;

export type Settings = {
  port: number;
  dataDir: string;
  publicUrl: string;
  demo: boolean;
  /** Keys of real Stripe; undefined to use the simulator. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined;
  /** Settings of an S3 server; undefined to store files in a folder. */
  s3: Record<string, string> | undefined;
  /** The user's own signing certificate and time stamp authorities; undefined to use the test authority. */
  signing: Record<string, string> | undefined;
  log: Record<string, string> | undefined;
  databaseUrl: string | undefined;
  natsUrl: string | undefined;
  /** Variables passed to the programs unchanged. */
  passed: Record<string, string>;
};

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const S3 = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET'] as const;
const SIGNING = ['SIGNING_P12_FILE', 'SIGNING_P12_PASSWORD', 'TSA_URLS', 'TSA_ROOTS_FILE'] as const;
const PASSED = [
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE',
  'SUPPORT_HOURS',
  'STRIPE_PAYMENT_METHODS',
  'ISSUER_NAME',
  'ISSUER_TAX_ID',
  'ISSUER_ADDRESS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_PROVIDERS',
  'REQUIRE_STAFF_MFA',
  'SECOND_PERSON',
  'BOOTSTRAP_ADMIN_EMAIL',
  'BOOTSTRAP_ADMIN_PASSWORD',
  'RECONCILE_EVERY_MS',
  'LOGIN_ATTEMPTS_PER_MINUTE',
  'LOGIN_ATTEMPTS_PER_ADDRESS',
  'SIGN_UP_PER_HOUR',
  'CONTACTS_PER_ADDRESS',
  'WRITES_PER_MINUTE',
  'TOKEN_CALLS_PER_MINUTE',
  'TOKEN_FAILURES_PER_MINUTE',
  'INTENTS_PER_MINUTE',
  'SEARCHES_PER_MINUTE',
  'PDFS_PER_MINUTE',
  'LOOKUPS_PER_MINUTE',
  'LOG_READS_PER_MINUTE',
  'WEB_DIST',
];

/** Client secret of a sign-in provider. The middle part is the provider's id in OIDC_PROVIDERS. */
const PROVIDER_SECRET = /^OIDC_[A-Z0-9_]+_CLIENT_SECRET$/;

/** Reads and checks the settings of the local stack. @throws Error in one line that names the invalid variable */
export function readSettings(env: Env, root: string): Settings {
  const port = Number(env.PORT || '8080');
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`PORT is not a port: ${env.PORT}`);
  const stripe = allOrNone(env, STRIPE);
  const s3 = allOrNone(env, S3);
  const signing = allOrNone(env, SIGNING);
  const external = [stripe, s3, env.DATABASE_URL, env.NATS_URL, env.SMTP_URL].some(Boolean);
  const demo = env.G2_DEMO ? env.G2_DEMO === '1' : !external;
  if (!stripe && !demo) {
    throw new Error(
      `${STRIPE.join(', ')} are missing: without them only G2_DEMO=1 may run, on the simulator`,
    );
  }
  if (!signing && !demo)
    throw new Error(
      `${SIGNING.join(', ')} are missing: without them only G2_DEMO=1 may run, on a test authority`,
    );
  return {
    port,
    dataDir: resolve(root, env.G2_DATA_DIR || '.data'),
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
    demo,
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      publishableKey: stripe.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
    },
    s3,
    signing,
    log: pickSet(env, ['LOG_ORIGIN', 'LOG_WITNESSES']),
    databaseUrl: env.DATABASE_URL || undefined,
    natsUrl: env.NATS_URL || undefined,
    passed: pickSet(env, [...PASSED, ...Object.keys(env).filter((name) => PROVIDER_SECRET.test(name))]) ?? {},
  };
}

function pickSet(env: Env, names: readonly string[]): Record<string, string> | undefined {
  const found = names.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function allOrNone<N extends string>(env: Env, names: readonly N[]): Record<N, string> | undefined {
  const found = names.filter((name) => env[name]);
  if (found.length === 0) return undefined;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`${missing.join(', ')} missing: set all of ${names.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, env[name] ?? ''])) as Record<N, string>;
}

export type Secrets = {
  keys: ServiceKeys;
  logKey: ServiceKeys['private'][string];
  rolePasswords: Record<string, string>;
  simulator: { secretKey: string; publishableKey: string; webhookSecret: string };
};

/** The stack's own secrets, created on the first start and kept in the data folder (0600). */
export async function loadOrCreateSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const random = () => randomBytes(18).toString('hex');
  const made: Secrets = {
    keys: known.keys ?? (await generateKeys(serviceNames)),
    logKey: known.logKey ?? (await keyOfLog()),
    rolePasswords: known.rolePasswords ?? Object.fromEntries(serviceNames.map((name) => [name, random()])),
    simulator: known.simulator ?? {
      secretKey: `sk_sim_${random()}`,
      publishableKey: `pk_sim_${random()}`,
      webhookSecret: `whsec_${random()}`,
    },
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

async function keyOfLog(): Promise<Secrets['logKey']> {
  const { log } = (await generateKeys(['log'])).private;
  if (!log) throw new Error('no key for the log');
  return log;
}
