import { loadConfig, secretVariables, withSecretFiles } from '@g2/kit/env';
import { serviceNames } from '@g2/kit/provision';
import type { z } from 'zod';
import { config as gateway } from '../../../gateway/src/config.ts';
import { config as certificate } from '../../../services/certificate/src/config.ts';
import { config as identity } from '../../../services/identity/src/config.ts';
import { config as paymentCredit } from '../../../services/payment-credit/src/config.ts';
import { config as registration } from '../../../services/registration/src/config.ts';
import { config as storageHashing } from '../../../services/storage-hashing/src/config.ts';
import { sourceOf } from '../../ops/backup/backup.ts';
import { databaseUrlsOf } from '../../ops/backup/restore.ts';
import { checkTargetsOf, messageOf, natsUrlOf } from '../../ops/world.ts';
import { readConfig as simulatorConfig } from '../../stripe-simulator/src/config.ts';
import { readConfig as authorityConfig } from '../../test-authority/src/config.ts';

export type Env = Record<string, string>;
export type Program = {
  name: string;
  workspace: string;
  variables: ReadonlySet<string>;
  /** Variables that may be set as `<NAME>_FILE` instead. */
  asFile: ReadonlySet<string>;
  /** Validates an environment. @returns the reason in one line why the program does not start with it, or null */
  judge(env: Env): string | null;
};

/** Records the variables that `read` accesses. */
function variablesReadBy(read: (env: Env) => unknown): Set<string> {
  const seen = new Set<string>();
  const env = new Proxy<Env>(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string') seen.add(name);
      },
      has: (_, name) => {
        if (typeof name === 'string') seen.add(name);
        return false;
      },
    },
  );
  read(env);
  return new Set([...seen].filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name)));
}

function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function fromSchema(name: string, workspace: string, schema: z.ZodType): Program {
  const variables = variablesReadBy((env) => schema.safeParse(env));
  const judge = (env: Env) => problemOf(() => loadConfig(schema, withSecretFiles(env)));
  return { name, workspace, variables, asFile: filesOf(variables), judge };
}

const filesOf = (variables: ReadonlySet<string>) =>
  new Set<string>(secretVariables.filter((name) => variables.has(name)));

/** Simulators of external systems; they read their environment without a schema. */
function simulatorProgram(
  name: string,
  readConfig: (env: Record<string, string | undefined>) => unknown,
): Program {
  const variables = variablesReadBy((env) => readConfig(env));
  const judge = (env: Env): string | null => {
    const read = readConfig({ ...withSecretFiles(env) });
    return typeof read === 'string' ? read : null;
  };
  return { name, workspace: `deploy/${name}`, variables, asFile: filesOf(variables), judge };
}

/** A job of the installation: services/kit/bin/migrate.ts, provision.ts or streams.ts. */
function job(name: string, workspace: string, needed: string[], optional: string[] = []): Program {
  const asFile = new Set(needed);
  const judge = (env: Env): string | null => {
    const missing = needed.filter((it) => !env[it] && !env[`${it}_FILE`]);
    return missing.length > 0 ? `${missing.join(', ')} missing` : null;
  };
  return { name, workspace, variables: new Set([...needed, ...optional]), asFile, judge };
}

/** The operators' commands of deploy/ops/check and deploy/ops/backup, as one program. */
function commands(): Program {
  const urls = serviceNames.map(databaseVariable);
  const others = ['NATS_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'];
  const variables = new Set(['DATABASE_URL', 'STRIPE_SIM_URL', ...others, ...urls]);
  const judge = (env: Env) =>
    problemOf(() => {
      const filled = withSecretFiles({ ...env, G2_DATA_DIR: '/nowhere' });
      checkTargetsOf(filled);
      natsUrlOf(filled);
      sourceOf(filled).objects.close();
      if (!databaseUrlsOf(env)) throw new Error('no database URL of any service');
    });
  return {
    name: 'tools',
    workspace: 'deploy/ops',
    variables,
    asFile: new Set([...filesOf(variables), ...urls]),
    judge,
  };
}

const databaseVariable = (service: string) => `${service.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`;

export const programs: readonly Program[] = [
  fromSchema('identity', 'services/identity', identity),
  fromSchema('registration', 'services/registration', registration),
  fromSchema('storage-hashing', 'services/storage-hashing', storageHashing),
  fromSchema('payment-credit', 'services/payment-credit', paymentCredit),
  fromSchema('certificate', 'services/certificate', certificate),
  fromSchema('gateway', 'gateway', gateway),
  simulatorProgram('stripe-simulator', simulatorConfig),
  simulatorProgram('test-authority', authorityConfig),
  job('provision', 'deploy/ops', ['ADMIN_DATABASE_URL', ...serviceNames.map(databaseVariable)]),
  job('streams', 'deploy/ops', ['NATS_URL'], ['NATS_REPLICAS', 'NATS_PREFIX']),
  ...serviceNames.map((service) =>
    job(`migrate-${service}`, `services/${service}`, ['DATABASE_URL'], ['WAIT_FOR_ROLES']),
  ),
];

/** Operators run these on request: compose as a service, Kubernetes as a Job. */
export const operatorCommands = commands();
