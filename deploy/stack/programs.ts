import { join } from 'node:path';
import type { BusUser } from '@g2/kit/nats-permissions';
import { type ServiceName, serviceNames } from '@g2/kit/provision';
import { freePort } from '@g2/kit/testing-ports';
import type { Secrets, Settings } from './settings.ts';
import { signingEnv, type TestAuthority } from './signing.ts';

export type Program = {
  name: string;
  main: string;
  env: Record<string, string>;
  readyUrl: string;
};

/** Programs that serve metrics. The simulators of external systems do not. */
type Measured = ServiceName | 'gateway';
const programsWithMetrics: readonly Measured[] = [...serviceNames, 'gateway'];

export type Addresses = {
  grpc: Record<ServiceName, number>;
  http: Record<ServiceName, number>;
  metrics: Record<Measured, number>;
  simulator: number;
  authority: number;
};

/** Picks free ports that stay the same across restarts of a program. */
export const pickAddresses = async (): Promise<Addresses> => ({
  grpc: await freePorts(serviceNames),
  http: await freePorts(serviceNames),
  metrics: await freePorts(programsWithMetrics),
  simulator: await freePort(),
  authority: await freePort(),
});

async function freePorts<N extends string>(names: readonly N[]): Promise<Record<N, number>> {
  const ports: Partial<Record<N, number>> = {};
  for (const name of names) ports[name] = await freePort();
  return ports as Record<N, number>;
}

export type BackingServices = {
  databaseUrls: Record<ServiceName, string>;
  natsUrls: Record<BusUser, string>;
};

type Plan = {
  root: string;
  settings: Settings;
  secrets: Secrets;
  at: Addresses;
  backing: BackingServices;
  /** The local test authority; undefined when the settings name a real signing certificate. */
  authority: TestAuthority | undefined;
};

const local = (port: number): string => `127.0.0.1:${port}`;
export const webhookUrl = (at: Addresses): string =>
  `http://${local(at.http['payment-credit'])}/webhooks/stripe`;
export const metricsUrls = (at: Addresses): Record<string, string> =>
  Object.fromEntries(programsWithMetrics.map((name) => [name, `http://${local(at.metrics[name])}/metrics`]));
export const simulatorUrl = (at: Addresses): string => `http://${local(at.simulator)}`;

/** All programs in start order: the simulators first, the gateway last. */
export function programs(plan: Plan): Program[] {
  const { root, settings, at } = plan;
  const services = serviceNames.map(
    (name): Program => ({
      name,
      main: join(root, 'services', name, 'src/main.ts'),
      env: serviceEnv(plan, name),
      readyUrl: `http://${local(at.http[name])}/readyz`,
    }),
  );
  const gateway: Program = {
    name: 'gateway',
    main: join(root, 'gateway/src/main.ts'),
    env: gatewayEnv(plan),
    readyUrl: `http://${local(settings.port)}/readyz`,
  };
  return [
    ...(settings.stripe ? [] : [simulator(plan)]),
    ...(plan.authority ? [testAuthority(plan.authority, plan)] : []),
    ...services,
    gateway,
  ];
}

/** Time that a stopping gateway still serves, ms; the same as in the chart and compose. */
export const GATEWAY_DRAIN_MS = '5000';

const commonEnv = ({ settings, backing, secrets }: Plan, name: BusUser): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  NATS_URL: backing.natsUrls[name],
  TRUSTED_KEYS: JSON.stringify(secrets.keys.trusted),
  PUBLIC_URL: settings.publicUrl,
  G2_DEMO: settings.demo ? '1' : '0',
  SHUTDOWN_GRACE_MS: '5000',
  ...settings.passed,
});

function serviceEnv(plan: Plan, name: ServiceName): Record<string, string> {
  const { secrets, at, backing } = plan;
  return {
    ...commonEnv(plan, name),
    HTTP_PORT: String(at.http[name]),
    GRPC_PORT: String(at.grpc[name]),
    METRICS_PORT: String(at.metrics[name]),
    DATABASE_URL: backing.databaseUrls[name],
    SERVICE_KEY: JSON.stringify(secrets.keys.private[name]),
    ...ownEnv(plan, name),
  };
}

function ownEnv({ settings, secrets, at, authority }: Plan, name: ServiceName): Record<string, string> {
  const registration = { REGISTRATION_GRPC: local(at.grpc.registration) };
  const identity = { IDENTITY_GRPC: local(at.grpc.identity) };
  const payment = { PAYMENT_GRPC: local(at.grpc['payment-credit']) };
  const storage = { STORAGE_GRPC: local(at.grpc['storage-hashing']) };
  const certificate = { CERTIFICATE_GRPC: local(at.grpc.certificate) };
  const seed = settings.demo ? { SEED_DEMO: '1' } : {};
  const keys = settings.stripe ?? secrets.simulator;
  const own: Record<ServiceName, Record<string, string>> = {
    identity: { ...registration, ...payment, ...storage, ...certificate, ...seed },
    registration: { ...identity, ...payment, ...storage, ...certificate },
    'storage-hashing': {
      ...registration,
      ...(settings.s3 ?? { STORAGE_DIR: join(settings.dataDir, 'objects') }),
    },
    'payment-credit': {
      ...registration,
      ...identity,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      ...(settings.stripe
        ? {}
        : { STRIPE_API_BASE: simulatorUrl(at), STRIPE_PAYMENT_METHODS: 'card,pix,boleto' }),
    },
    certificate: {
      ...registration,
      ...storage,
      ...payment,
      LOG_KEY: JSON.stringify(secrets.logKey),
      ...settings.log,
      ...(settings.signing ?? (authority && signingEnv(authority))),
    },
  };
  return own[name];
}

function gatewayEnv(plan: Plan): Record<string, string> {
  const { root, settings, at } = plan;
  return {
    ...commonEnv(plan, 'gateway'),
    HTTP_PORT: String(settings.port),
    METRICS_PORT: String(at.metrics.gateway),
    IDENTITY_GRPC: local(at.grpc.identity),
    REGISTRATION_GRPC: local(at.grpc.registration),
    PAYMENT_GRPC: local(at.grpc['payment-credit']),
    CERTIFICATE_GRPC: local(at.grpc.certificate),
    STORAGE_GRPC: local(at.grpc['storage-hashing']),
    STORAGE_HTTP: `http://${local(at.http['storage-hashing'])}`,
    WEB_DIST: settings.passed.WEB_DIST ?? join(root, 'web/dist'),
    ...(settings.stripe ? {} : { PAYMENT_BROWSER_ORIGIN: simulatorUrl(at) }),
  };
}

function simulator({ root, settings, secrets, at }: Plan): Program {
  return {
    name: 'stripe-simulator',
    main: join(root, 'deploy/stripe-simulator/src/main.ts'),
    env: {
      PORT: String(at.simulator),
      G2_DEMO: settings.demo ? '1' : '0',
      STRIPE_SECRET_KEY: secrets.simulator.secretKey,
      STRIPE_PUBLISHABLE_KEY: secrets.simulator.publishableKey,
      STRIPE_WEBHOOK_SECRET: secrets.simulator.webhookSecret,
      WEBHOOK_URL: webhookUrl(at),
      PUBLIC_BASE: simulatorUrl(at),
      DATA_FILE: join(settings.dataDir, 'stripe-simulator.jsonl'),
    },
    readyUrl: `${simulatorUrl(at)}/_sim/health`,
  };
}

function testAuthority({ folder, url }: TestAuthority, { root, settings }: Plan): Program {
  return {
    name: 'test-authority',
    main: join(root, 'deploy/test-authority/src/main.ts'),
    env: { PORT: new URL(url).port, G2_DEMO: settings.demo ? '1' : '0', FOLDER: folder },
    readyUrl: `${url}/_test/health`,
  };
}
