import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { loadConfig } from '@g2/kit/env';
import type { EventType } from '@g2/kit/events';
import { connectRpc, type RpcClient } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import type { Bus } from '@g2/kit/nats';
import type { Running } from '@g2/kit/service';
import { type Bed, createBed, type Peer } from '@g2/kit/testing';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import type pg from 'pg';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';

export const FEE = 349_900;
export const KEYS = {
  STRIPE_SECRET_KEY: 'sk_sim_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_sim_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_sim_test',
};

export type User = { id: string; token: string };
export type SimulatedIntent = {
  id: string;
  status: string;
  amount: number;
  amountCaptured: number;
  amountRefunded: number;
  metadata: Record<string, string>;
};

/** The real service beside the real registration, on the Stripe simulator: nothing here is pretended. */
export type World = {
  bed: Bed;
  running: Running;
  rpc: RpcClient<typeof PaymentsService>;
  registrations: RpcClient<typeof RegistrationsService>;
  simulator: string;
  db: pg.Pool;
  bus: Bus;
  seen: { type: string; data: unknown }[];
  user(role?: 'client' | 'operator' | 'admin'): Promise<User>;
  /** A submitted registration with a file, and its id. */
  payable(owner: User): Promise<string>;
  credit(user: User, credits: number): Promise<void>;
  balance(user: User): Promise<number>;
  confirm(intent: { clientSecret: string; paymentIntentId: string }, card?: string): Promise<Response>;
  control(path: string, body: object): Promise<Response>;
  intents(): Promise<SimulatedIntent[]>;
  publish<T>(kind: EventType<T>, aggregateId: string, data: T, id?: string): Promise<string>;
  /** Another process's worth of the service beside the first, on the same database. */
  replica(): Promise<Pick<World, 'running' | 'rpc'>>;
  /** The service as its own process, receiving the webhooks. */
  startPeer(): Promise<Peer>;
  restart(extra?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
};

const QUICK = { RECONCILE_EVERY_MS: '300', STALE_AFTER_MS: '600', REMIND_AFTER_MS: '600' };

async function startSimulator(): Promise<{ url: string; child: ChildProcess }> {
  const main = new URL('../../../deploy/dev/stripe-simulator/main.ts', import.meta.url).pathname;
  const env = { G2_DEMO: '1', PORT: '0', ...KEYS };
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

export async function createWorld(extra: Record<string, string> = {}): Promise<World> {
  const bed = await createBed();
  const [{ url: simulator, child }, peer] = await Promise.all([
    startSimulator(),
    bed.startPeer('registration', { IDENTITY_GRPC: '127.0.0.1:9' }),
  ]);
  const db = bed.pool({
    connectionString: bed.adminUrl,
    options: '-c search_path=payment,public',
    max: 2,
  });
  const bus = await bed.bus();
  const seen: World['seen'] = [];
  bus.watch('*.*', (type, data) => void seen.push({ type, data }));
  const registrations = connectRpc(RegistrationsService, peer.grpc);
  const begun = await begin(bed, peer, simulator, extra);

  const world: World = {
    bed,
    ...begun,
    registrations,
    simulator,
    db,
    bus,
    seen,
    async user(role = 'client') {
      const id = newId();
      return { id, token: await bed.userToken({ id, role }) };
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
    replica: () => launch(bed, peer, simulator, extra),
    async startPeer() {
      const own = await bed.startPeer('payment-credit', variablesFor(peer, simulator, extra));
      await receiveAt(simulator, own.http);
      return own;
    },
    async restart(more = {}) {
      world.rpc.close();
      await world.running.stop();
      Object.assign(world, await begin(bed, peer, simulator, { ...extra, ...more }));
    },
    async close() {
      world.rpc.close();
      registrations.close();
      await world.running.stop();
      child.kill('SIGKILL');
      await bed.close();
    },
  };
  return world;
}

/** Starts the service and makes it the receiver of webhooks. */
async function begin(...of: Parameters<typeof launch>): Promise<Pick<World, 'running' | 'rpc'>> {
  const launched = await launch(...of);
  await receiveAt(of[2], `http://127.0.0.1:${launched.running.httpPort}`);
  return launched;
}

async function receiveAt(simulator: string, http: string): Promise<void> {
  const body = JSON.stringify({ url: `${http}/webhooks/stripe` });
  const told = await fetch(`${simulator}/_sim/webhook-url`, { method: 'POST', body });
  if (!told.ok) throw new Error(`the simulator answered ${told.status}`);
}

const variablesFor = (peer: Peer, simulator: string, extra: Record<string, string>) => ({
  ...KEYS,
  ...QUICK,
  STRIPE_API_BASE: simulator,
  REGISTRATION_GRPC: peer.grpc,
  ...extra,
});

async function launch(
  bed: Bed,
  peer: Peer,
  simulator: string,
  extra: Record<string, string>,
): Promise<Pick<World, 'running' | 'rpc'>> {
  const env = bed.env('payment-credit', variablesFor(peer, simulator, extra));
  const running = await start(loadConfig(config, env), { log: createLogger('payment-credit', 'fatal') });
  return { running, rpc: connectRpc(PaymentsService, `127.0.0.1:${running.grpcPort}`) };
}

/** Registers and uploads as the product does, with storage-hashing's signature. */
async function payable({ bed, registrations }: World, owner: User): Promise<string> {
  const as = { token: owner.token };
  const { id } = await registrations.createRegistration(
    {
      title: 'Programa de teste – versão 1',
      applicantName: 'Pessoa de Teste',
      applicantEmail: 'pessoa@example.com',
      applicantTaxId: '529.982.247-25',
      holderName: 'Titular de Teste',
      description: 'Um programa',
      jurisdiction: 'brasil',
    },
    as,
  );
  const { ticket } = await registrations.startUpload({ registrationId: id, fileName: 'a.zip' }, as);
  const claims: unknown = JSON.parse(Buffer.from(ticket.split('.')[1] ?? '', 'base64url').toString());
  const hash = `${newId()}${newId()}`.replaceAll('-', '');
  const receipt = await bed.keys('storage-hashing').sign(
    'upload-receipt',
    {
      ...(claims as object),
      objectKey: `objects/${hash}`,
      sha256: hash,
      size: 1_000,
      entries: 1,
    },
    60,
  );
  await registrations.commitUpload({ receipt });
  return id;
}

/** As the browser does: publishable key, client secret, raw card. */
function confirm(
  simulator: string,
  intent: { clientSecret: string; paymentIntentId: string },
  card: string,
): Promise<Response> {
  const body = new URLSearchParams({
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
  });
  return fetch(`${simulator}/v1/payment_intents/${intent.paymentIntentId}/confirm`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${KEYS.STRIPE_PUBLISHABLE_KEY}` },
  });
}
