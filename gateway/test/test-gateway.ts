import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import type { LiveEvent } from '@g2/kit/nats';
import { CheckedSession, User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { type App, type AppParts, buildApp } from '../src/app.ts';
import { type Clients, closeClients, connectClients } from '../src/clients.ts';
import { config } from '../src/config.ts';
import { createStorageClient, type Lanes } from '../src/files/storage-client.ts';
import { Client } from './http.ts';

/** Nothing listens on port 1. */
const UNREACHABLE = '127.0.0.1:1';

/** Complete environment of a gateway to which all other services are unreachable. */
export const ENV = {
  HOST: '127.0.0.1',
  HTTP_PORT: '0',
  NATS_URL: `nats://${UNREACHABLE}`,
  TRUSTED_KEYS: '{"keys":[]}',
  PUBLIC_URL: 'http://localhost:8080',
  IDENTITY_GRPC: UNREACHABLE,
  REGISTRATION_GRPC: UNREACHABLE,
  STORAGE_HTTP: `http://${UNREACHABLE}`,
  PAYMENT_GRPC: UNREACHABLE,
  CERTIFICATE_GRPC: UNREACHABLE,
  STORAGE_GRPC: UNREACHABLE,
  WEB_DIST: '/nowhere',
  SHUTDOWN_GRACE_MS: '500',
};

/** Mocked methods of the other services. Methods that are not mocked behave as if the service is unavailable. */
export type Roles = { [K in keyof Clients]?: Partial<Clients[K]> };

/** The real gateway on a free port, with mocks of the other services. */
export type Stage = {
  app: App['app'];
  url: string;
  clients: Clients;
  /** Log lines. */
  lines: string[];
  /** Signs in a client as this user. A test may change `session` later. */
  signIn(user?: Partial<User>): Client & { session: CheckedSession; secret: string };
  /** Numbers of session checks. `look` counts those that do not prolong the session. */
  sessionChecks: { check: number; look: number };
  publishEvent(fact: Pick<LiveEvent, 'type' | 'data'> & Partial<LiveEvent>): void;
  close(): Promise<void>;
};

export type TestGatewayOptions = {
  env?: Record<string, string>;
  roles?: Roles;
  lanes?: Lanes;
  bodyMs?: number;
};

const idOf = (n: number): string => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`;

export async function createStage({
  env,
  roles = {},
  lanes,
  bodyMs,
}: TestGatewayOptions = {}): Promise<Stage> {
  const loaded = loadConfig(config, { ...ENV, ...env });
  const sessions = new Map<string, CheckedSession>();
  const sessionChecks = { check: 0, look: 0 };
  const clients = connectClients(loaded);
  Object.assign(clients.identity, identityOf(sessions, sessionChecks), roles.identity);
  Object.assign(clients.registrations, roles.registrations);
  Object.assign(clients.payments, roles.payments);
  Object.assign(clients.certificates, roles.certificates);
  Object.assign(clients.storage, roles.storage);
  const lines: string[] = [];
  const watchers: { pattern: RegExp; see: (fact: LiveEvent) => void }[] = [];
  const storage = createStorageClient(loaded, lanes);
  const parts: AppParts = {
    log: createLogger('gateway', 'info', { write: (line) => void lines.push(line) }),
    clients,
    storage,
    bus: {
      watch: (pattern, see) =>
        void watchers.push({ pattern: new RegExp(`^${pattern.replace('*', '[^.]+')}$`), see }),
    },
    ...(bodyMs === undefined ? {} : { bodyMs }),
  };
  const { app } = await buildApp(loaded, parts);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    url,
    clients,
    lines,
    sessionChecks,
    signIn: (user) => signIn(url, loaded.SESSION_COOKIE, sessions, user),
    publishEvent(fact) {
      const seen = { aggregateId: '', version: 1, time: new Date(), ...fact };
      for (const { pattern, see } of watchers) if (pattern.test(fact.type)) see(seen);
    },
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await storage.close();
      closeClients(clients);
    },
  };
}

/** Mock of identity's session check: finds the session by its secret. */
export function identityOf(
  sessions: Map<string, CheckedSession>,
  sessionChecks: Stage['sessionChecks'],
): Partial<Clients['identity']> {
  return {
    async checkSession({ sessionToken, lookOnly }) {
      sessionChecks[lookOnly ? 'look' : 'check'] += 1;
      const found = sessions.get(sessionToken);
      if (!found) throw new AppError('unauthenticated');
      return found;
    },
  };
}

function signIn(
  url: string,
  cookie: string,
  sessions: Map<string, CheckedSession>,
  user: Partial<User> = {},
): ReturnType<Stage['signIn']> {
  const n = sessions.size + 1;
  const secret = `secret-of-session-${n}`;
  const session = sessionOf(n, user);
  sessions.set(secret, session);
  const client = new Client(url);
  client.cookie = `${cookie}=${secret}`;
  return Object.assign(client, { session, secret });
}

export const sessionOf = (n: number, user: Partial<User>): CheckedSession =>
  CheckedSession.fromPartial({
    user: User.fromPartial({
      id: idOf(n),
      email: `u${n}@example.com`,
      firstName: 'Ana',
      lastName: 'Lima',
      role: 'client',
      isActive: true,
      createdAt: new Date(0),
      updatedAt: new Date(0),
      ...user,
    }),
    actorTokens: { registration: `registration-${n}`, 'payment-credit': `payment-credit-${n}` },
    sessionId: idOf(1_000 + n),
    expiresAt: new Date(Date.now() + 7 * 86_400_000),
  });
