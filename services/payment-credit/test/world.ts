import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { loadConfig } from '@g2/kit/env';
import type { RpcClient } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import type { Bus } from '@g2/kit/nats';
import type { RunningService } from '@g2/kit/service';
import {
  closeAfterTests,
  createTestEnvironment,
  type Peer,
  rpcWithLongDeadline,
  type TestEnvironment,
} from '@g2/kit/testing';
import type { EventType } from '@g2/proto/facts';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import type pg from 'pg';
import { inject } from 'vitest';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';
import { type Database, openStore } from '../src/store.ts';
import { confirm, KEYS, payable } from './steps.ts';

export const FEE = 349_900;
export type User = { id: string; token: string };
type SimulatedIntent = {
  id: string;
  status: string;
  amount: number;
  amountCaptured: number;
  amountRefunded: number;
  metadata: Record<string, string>;
};

/** The real service and the real registration service, with a Stripe simulator; no mocks. */
export type World = {
  testEnv: TestEnvironment;
  running: RunningService;
  rpc: RpcClient<typeof PaymentsService>;
  registrations: RpcClient<typeof RegistrationsService>;
  simulator: string;
  db: pg.Pool;
  bus: Bus;
  seen: { type: string; data: unknown }[];
  user(role?: 'client' | 'operator' | 'admin'): Promise<User>;
  /** Creates a submitted registration with a file. @returns its id */
  payable(owner: User): Promise<string>;
  credit(user: User, credits: number): Promise<void>;
  balance(user: User): Promise<number>;
  confirm(intent: { clientSecret: string; paymentIntentId: string }, card?: string): Promise<Response>;
  control(path: string, body: object): Promise<Response>;
  intents(): Promise<SimulatedIntent[]>;
  publish<T>(kind: EventType<T>, aggregateId: string, data: T, id?: string): Promise<string>;
  /** Opens a database connection like the service's own. */
  store(): Database;
  /** Starts a second replica in this process, on the same database. */
  replica(): Promise<Pick<World, 'running' | 'rpc'>>;
  /** Starts the service in a process of its own and sends the webhooks there. */
  startPeer(more?: Record<string, string>): Promise<Peer>;
  restart(extra?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

const SHORT_DELAYS = { RECONCILE_EVERY_MS: '300', STALE_AFTER_MS: '600', REMIND_AFTER_MS: '600' };

/** Starts the Stripe simulator in a process of its own. */
export async function startSimulator(): Promise<{ url: string; child: ChildProcess }> {
  const main = new URL('../../../deploy/stripe-simulator/src/main.ts', import.meta.url).pathname;
  const env = { ...inject('infra').compiled, G2_DEMO: '1', PORT: '0', ...KEYS };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^stripe-simulator ready: (\S+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  return { url, child };
}

async function createWorld(extra: Record<string, string> = {}): Promise<World> {
  const testEnv = await createTestEnvironment();
  const [{ url: simulator, child }, peer] = await Promise.all([
    startSimulator(),
    testEnv.startPeer('registration', { IDENTITY_GRPC: '127.0.0.1:9' }),
  ]);
  const db = testEnv.pool({
    connectionString: testEnv.adminUrl,
    options: '-c search_path=payment,public',
    max: 2,
  });
  const bus = await testEnv.bus();
  const seen: World['seen'] = [];
  bus.watch('*.*', ({ type, data }) => void seen.push({ type, data }));
  const registrations = rpcWithLongDeadline(RegistrationsService, peer.grpc);
  const stores: Database[] = [];
  const begun = await startAndReceive(testEnv, peer, simulator, extra);

  const world: World = {
    testEnv,
    ...begun,
    registrations,
    simulator,
    db,
    bus,
    seen,
    async user(role = 'client') {
      const id = newId();
      return { id, token: await testEnv.userToken({ id, role }) };
    },
    payable: (owner) => payable(world, owner),
    async credit(user, credits) {
      const admin = await world.user('admin');
      for (let left = credits; left > 0; left -= 10_000) {
        const delta = Math.min(10_000, left);
        const request = { userId: user.id, delta, reason: 'Teste', limit: 10_000 };
        await world.rpc.adjustCredits(request, { token: admin.token });
      }
    },
    balance: async (user) => (await world.rpc.getOwnBalance({}, { token: user.token })).credits,
    confirm: (intent, card = '4242424242424242') => confirm(simulator, intent, card),
    control: (path, body) =>
      fetch(`${simulator}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async intents() {
      const listed = (await (await fetch(`${simulator}/_sim/payment_intents`)).json()) as {
        items: SimulatedIntent[];
      };
      return listed.items;
    },
    async publish(kind, aggregateId, data, id = newId()) {
      await bus.publish({
        id,
        type: kind.type,
        aggregate_id: aggregateId,
        version: 1,
        data: kind.codec.toJSON(data),
        traceparent: null,
        created_at: new Date(),
      });
      return id;
    },
    store() {
      const opened = openStore({
        DATABASE_URL: testEnv.env('payment-credit').DATABASE_URL ?? '',
        DATABASE_POOL: 1,
      });
      stores.push(opened);
      return opened;
    },
    replica: () => launch(testEnv, peer, simulator, extra),
    async startPeer(more = {}) {
      const own = await testEnv.startPeer('payment-credit', {
        ...variablesFor(peer, simulator, extra),
        ...more,
      });
      await receiveAt(simulator, own.http);
      return own;
    },
    async restart(more = {}) {
      world.rpc.close();
      await world.running.stop();
      Object.assign(world, await startAndReceive(testEnv, peer, simulator, { ...extra, ...more }));
    },
    async close() {
      world.rpc.close();
      registrations.close();
      await world.running.stop();
      await Promise.all(stores.map((store) => store.close()));
      child.kill('SIGKILL');
      await testEnv.close();
    },
  };
  return world;
}

/** A world that is closed after the tests of the file. */
export const ownWorld = (extra?: Record<string, string>): Promise<World> =>
  closeAfterTests(createWorld(extra));

/** Starts the service and registers it for webhooks. */
async function startAndReceive(...of: Parameters<typeof launch>): Promise<Pick<World, 'running' | 'rpc'>> {
  const launched = await launch(...of);
  await receiveAt(of[2], `http://127.0.0.1:${launched.running.httpPort}`);
  return launched;
}

async function receiveAt(simulator: string, http: string): Promise<void> {
  const response = await fetch(`${simulator}/_sim/webhook-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${http}/webhooks/stripe` }),
  });
  if (!response.ok) throw new Error(`the simulator answered ${response.status}`);
}

const variablesFor = (peer: Peer, simulator: string, extra: Record<string, string>) => ({
  ...KEYS,
  ...SHORT_DELAYS,
  STRIPE_API_BASE: simulator,
  REGISTRATION_GRPC: peer.grpc,
  ...extra,
});

async function launch(
  testEnv: TestEnvironment,
  peer: Peer,
  simulator: string,
  extra: Record<string, string>,
): Promise<Pick<World, 'running' | 'rpc'>> {
  const env = testEnv.env('payment-credit', variablesFor(peer, simulator, extra));
  const running = await start(loadConfig(config, env), { log: createLogger('payment-credit', 'fatal') });
  return { running, rpc: rpcWithLongDeadline(PaymentsService, `127.0.0.1:${running.grpcPort}`) };
}
