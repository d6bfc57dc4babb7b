import type { Role } from '@g2/kit/actor';
import { loadConfig } from '@g2/kit/env';
import type { RpcClient } from '@g2/kit/grpc-client';
import { type RpcServer, serveRpc } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import type { RunningService } from '@g2/kit/service';
import {
  closeAfterTests,
  createTestEnvironment,
  eventually,
  rpcWithLongDeadline,
  type TestEnvironment,
} from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { IdentityService, type SignedIn } from '@g2/proto/identity';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import type pg from 'pg';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';

export const PASSWORD = 'Senha-Segura-1';
export const ADDRESS = '203.0.113.7';
const log = createLogger('test', 'silent');

/** Responses of the stubs of other services. `owned`: entries `registrationId userId`. */
type Peers = { credits: number; unfinished: boolean; openPayments: boolean; owned: Set<string> };

export type TestService = {
  testEnv: TestEnvironment;
  running: RunningService;
  rpc: RpcClient<typeof IdentityService>;
  db: pg.Pool;
  now: { value: Date | undefined };
  /** Responses of the stubs of other services; tests change them. */
  peers: Peers;
  env: Record<string, string>;
  /** Restarts the service with other settings. */
  restart(more?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

/** Starts the real identity service, with stubs of other services over gRPC. */
export async function createWorld(more: Record<string, string> = {}): Promise<TestService> {
  const testEnv = await createTestEnvironment();
  const peers: Peers = { credits: 0, unfinished: false, openPayments: false, owned: new Set() };
  const servers = await servePeers(testEnv, peers);
  const env: TestService['env'] = {
    ...testEnv.env('identity'),
    PAYMENT_GRPC: `127.0.0.1:${servers[0]?.port}`,
    REGISTRATION_GRPC: `127.0.0.1:${servers[1]?.port}`,
    MAIL_RETRY_MS: '50',
    LOGIN_FAILURES: '5',
    ...more,
  };
  const now: TestService['now'] = { value: undefined };
  const clock = () => now.value ?? new Date();
  const launch = (settings: Record<string, string>) => start(loadConfig(config, settings), { log, clock });
  const running = await launch(env);
  const address = (it: RunningService) => `127.0.0.1:${it.grpcPort}`;
  const db = testEnv.pool({ connectionString: testEnv.env('identity').DATABASE_URL, max: 4 });
  const world: TestService = {
    testEnv,
    running,
    rpc: rpcWithLongDeadline(IdentityService, address(running)),
    db,
    now,
    peers,
    env,
    async restart(settings = {}) {
      world.rpc.close();
      await world.running.stop();
      world.running = await launch({ ...env, ...settings });
      world.rpc = rpcWithLongDeadline(IdentityService, address(world.running));
    },
    async close() {
      world.rpc.close();
      await world.running.stop();
      await Promise.all(servers.map((server) => server.stop(0)));
      await testEnv.close();
    },
  };
  return world;
}

/** Starts the service for all tests of a file. */
export const testServiceForFile = (more?: Record<string, string>): Promise<TestService> =>
  closeAfterTests(createWorld(more));

async function servePeers(testEnv: TestEnvironment, peers: TestService['peers']): Promise<RpcServer[]> {
  const allow = ['service:identity'] as const;
  const { getBalances, hasOpenPayments } = PaymentsService;
  const { hasUnfinishedPaid, isOwner } = RegistrationsService;
  const common = { host: '127.0.0.1', port: 0, log };
  return [
    await serveRpc({
      ...common,
      keys: testEnv.keys('payment-credit'),
      definition: { getBalances, hasOpenPayments },
      table: {
        getBalances: {
          allow,
          run: async ({ userIds }) => ({
            items: userIds.map((userId) => ({
              userId,
              credits: peers.credits,
              owed: 0,
              hasOpenPayments: peers.openPayments,
            })),
          }),
        },
        hasOpenPayments: { allow, run: async () => ({ found: peers.openPayments }) },
      },
    }),
    await serveRpc({
      ...common,
      keys: testEnv.keys('registration'),
      definition: { hasUnfinishedPaid, isOwner },
      table: {
        hasUnfinishedPaid: { allow, run: async () => ({ found: peers.unfinished }) },
        isOwner: {
          allow,
          run: async ({ registrationId, userId }) => ({
            owned: peers.owned.has(`${registrationId} ${userId}`),
          }),
        },
      },
    }),
  ];
}

/** Generous deadline: response times are not under test. */
const PATIENT = { deadlineMs: 25_000 };

let made = 0;
export const newEmail = (): string => `pessoa${++made}.${newId().slice(-6)}@exemplo.com.br`;

/** Signs up a person without proving the e-mail address. */
export async function newUnprovenPerson(
  world: TestService,
  email = newEmail(),
  clientAddress = ADDRESS,
): Promise<Person> {
  const names = { firstName: 'Maria', lastName: 'da Silva' };
  const request = { email, password: PASSWORD, ...names, clientAddress, presentedSession: '' };
  const signed = await world.rpc.signUp(request, PATIENT);
  return { ...signed, id: signed.user?.id ?? '', email, token: signed.actorTokens.identity ?? '' };
}

export type Person = SignedIn & { id: string; email: string; token: string };

/** Signs up a person with a proven e-mail address and the given role. */
export async function newPerson(
  world: TestService,
  role: Role = 'client',
  email = newEmail(),
  clientAddress = ADDRESS,
): Promise<Person> {
  const signed = await newUnprovenPerson(world, email, clientAddress);
  const { id } = signed;
  await world.db.query('UPDATE users SET role = $2, email_verified_at = created_at WHERE id = $1', [
    id,
    role,
  ]);
  const { actorTokens, expiresAt } = await check(world, signed.sessionToken);
  return { ...signed, expiresAt, token: actorTokens.identity ?? '' };
}

export const check = (world: TestService, sessionToken: string) =>
  world.rpc.checkSession({ sessionToken, lookOnly: false }, PATIENT);
/** Checks a session without extending it. */
export const checkReadOnly = (world: TestService, sessionToken: string) =>
  world.rpc.checkSession({ sessionToken, lookOnly: true }, PATIENT);

export const logIn = (
  world: TestService,
  email: string,
  password = PASSWORD,
  clientAddress = ADDRESS,
  presentedSession = '',
) => world.rpc.logIn({ email, password, clientAddress, presentedSession }, PATIENT);

/** Error code of a refused attempt, otherwise 'in'. */
export const outcomeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'in',
    (error: { code: string }) => error.code,
  );

/** Error of an ended session. */
export const UNAUTHENTICATED = { code: 'unauthenticated' };

type Seen = { type: string; data: { userId: string } & Record<string, unknown> };

/** Collects the events of the service from now on. */
export async function watchEvents(world: TestService) {
  const bus = await world.testEnv.bus();
  const seen: Seen[] = [];
  bus.watch('identity.*', ({ type, data }) => {
    for (const { type: known, codec } of [facts.userChanged, facts.sessionsRevoked]) {
      if (type === known) seen.push({ type, data: { ...codec.fromJSON(data) } });
    }
  });
  return {
    seen,
    about: (type: string, userId: string, has: Record<string, unknown> = {}) =>
      eventually(`${type} of ${userId}`, async () =>
        seen.find(
          (one) =>
            one.type === type &&
            one.data.userId === userId &&
            Object.entries(has).every(([key, value]) => one.data[key] === value),
        ),
      ),
  };
}
