import { randomBytes } from 'node:crypto';
import type { Role } from '@g2/kit/actor';
import { loadConfig } from '@g2/kit/env';
import type { DomainEvent } from '@g2/kit/events';
import { type CallOptions, connectRpc, type RpcClient } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import {
  closeAfterTests,
  createTestEnvironment,
  eventually,
  rpcWithLongDeadline,
  type TestEnvironment,
} from '@g2/kit/testing';
import { IdentityService } from '@g2/proto/identity';
import {
  type ListRequest,
  type Registration,
  type RegistrationDetails,
  RegistrationsService,
} from '@g2/proto/registration';
import { AppError, type ErrorCode } from '@g2/terms/errors';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';

export type User = { id: string; role: Role };
export type Client = RpcClient<RegistrationsService>;
export type ReceivedEvent = { type: string; data: Record<string, unknown> };
type File = { sha256?: string; sha512?: string; fileName?: string; objectKey?: string; size?: number };

export const details: RegistrationDetails = {
  title: 'Programa de Teste',
  applicantName: 'Ana Souza',
  applicantEmail: 'ana@example.com',
  applicantTaxId: '529.982.247-25',
  holderName: 'Ana Souza',
  description: 'Um programa que faz contas',
  jurisdiction: 'brasil',
  notes: undefined,
};

/** Details of maximum length, with three bytes per character (one in the e-mail address). */
export const largest: RegistrationDetails = {
  title: '書'.repeat(200),
  applicantName: '書'.repeat(200),
  applicantEmail: `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}com`,
  applicantTaxId: '12.ABC.345/01DE-35',
  holderName: '書'.repeat(200),
  description: '書'.repeat(5_000),
  jurisdiction: 'estados_unidos',
  notes: '書'.repeat(5_000),
};

/** SQL that copies the registration of a user ($1), with a file name of maximum length. */
export const copies = (
  count: number,
): string => `INSERT INTO registrations (id, user_id, title, applicant_name,
    applicant_email, applicant_tax_id, holder_name, description, jurisdiction, notes, status, status_updated_at,
    payment_paid_at, correction_reason, sha256, file_name, file_size, file_storage_path, file_attached_at, created_at)
  SELECT gen_random_uuid(), user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
    description, jurisdiction, notes, 'submitted', now(), now(), repeat('書', 1000),
    encode(sha256(gen_random_uuid()::text::bytea), 'hex'), repeat('書', 251) || '.zip', 524288000, repeat('k', 64),
    now(), created_at + n * interval '1 ms'
  FROM registrations, generate_series(1, ${count}) n WHERE user_id = $1`;

/** A list request without filters; `over` overrides fields. */
export const wanted = (over: Partial<ListRequest> = {}): ListRequest => ({
  page: undefined,
  statuses: [],
  search: '',
  assignedToMe: false,
  sort: '',
  ...over,
});

export const anyHash = (): string => randomBytes(32).toString('hex');
export const someone = (role: Role = 'client'): User => ({ id: newId(), role });

/** The AppError of a refused call; throws if the call succeeds. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
}
export const codeOf = async (work: Promise<unknown>): Promise<ErrorCode> => (await refusal(work)).code;

/** Starts the real identity service in its own process, with the demo accounts. @returns its address */
async function startIdentity(testEnv: TestEnvironment): Promise<string> {
  const closedPort = '127.0.0.1:9';
  const env = { SEED_DEMO: '1', PAYMENT_GRPC: closedPort, REGISTRATION_GRPC: closedPort };
  const peer = await testEnv.startPeer('identity', env);
  await eventually('identity ready', async () => (await fetch(`${peer.http}/readyz`)).ok);
  return peer.grpc;
}

export async function logIn(
  identity: RpcClient<IdentityService>,
  email: string,
  password: string,
): Promise<User> {
  const { user } = await identity.logIn({
    email,
    password,
    clientAddress: '127.0.0.1',
    presentedSession: '',
  });
  if (user?.role !== 'client' && user?.role !== 'operator' && user?.role !== 'admin')
    throw new Error('no user');
  return { id: user.id, role: user.role };
}

/** Starts the real registration service in its own test environment, with helpers for tests. */
export async function createWorld(
  options: { identity?: (testEnv: TestEnvironment) => Promise<string>; env?: Record<string, string> } = {},
) {
  const testEnv = await createTestEnvironment();
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  // A closed port: identity is unavailable unless a test starts it.
  const identity = (await options.identity?.(testEnv)) ?? '127.0.0.1:9';
  const sweeps = {
    TICKET_SWEEP_MS: '50',
    UNPAID_SWEEP_MS: '50',
    ACCOUNT_SWEEP_MS: '50',
    VIEWER_SWEEP_MS: '50',
  };
  const env = testEnv.env('registration', { IDENTITY_GRPC: identity, ...sweeps, ...options.env });
  const running = await start(loadConfig(config, env), { log: createLogger('test', 'fatal'), clock });
  const client = rpcWithLongDeadline(RegistrationsService, `127.0.0.1:${running.grpcPort}`);
  const pool = testEnv.pool({ connectionString: env.DATABASE_URL, max: 2 });
  const events: ReceivedEvent[] = [];
  const bus = await testEnv.bus();
  await running.bus.ready();
  bus.watch('registration.*', ({ type, data }) => {
    events.push({ type, data: data as ReceivedEvent['data'] });
  });

  /** A client that sends a new token of the user with each call. */
  const as = (user: User): Client => {
    const calls: Record<string, unknown> = { close: () => {} };
    for (const name of Object.keys(RegistrationsService) as (keyof RegistrationsService)[]) {
      const call = client[name] as (request: unknown, options: CallOptions) => Promise<unknown>;
      calls[name] = async (request: unknown, options: CallOptions = {}) =>
        call(request, { token: await testEnv.userToken(user), ...options });
    }
    return calls as Client;
  };

  const receiptFor = async (owner: User, registrationId: string, file: File = {}): Promise<string> => {
    const fileName = file.fileName ?? 'programa.zip';
    const { ticket } = await as(owner).startUpload({ registrationId, fileName });
    const claims = await testEnv.keys('storage-hashing').verify(ticket, 'upload-ticket', 'registration');
    return testEnv.keys('storage-hashing').sign(
      'upload-receipt',
      {
        jti: claims.jti ?? '',
        registrationId: claims.registrationId,
        userId: claims.userId,
        fileName: claims.fileName,
        objectKey: file.objectKey ?? `objects/${newId()}`,
        sha256: file.sha256 ?? anyHash(),
        ...(file.sha512 === undefined ? {} : { sha512: file.sha512 }),
        size: file.size ?? 2_048,
        entries: 3,
      },
      86_400,
    );
  };

  const publish = async (event: DomainEvent, id = newId()): Promise<void> =>
    bus.publish({
      id,
      type: event.type,
      aggregate_id: event.aggregateId,
      version: event.version,
      data: event.data,
      traceparent: null,
      created_at: clock(),
    });

  const world = {
    testEnv,
    env,
    client,
    pool,
    heard: events,
    as,
    receiptFor,
    publish,
    running,
    now: clock,
    /** Moves the service clock forward. @param ms time to add */
    travel(ms: number): void {
      ahead += ms;
    },
    /** Reports a captured payment, as payment-credit does. */
    async pay(id: string, user: User, over: { paymentId?: string; amountCents?: number } = {}) {
      const request = {
        paymentId: newId(),
        registrationId: id,
        userId: user.id,
        amountCents: 349_900,
        ...over,
      };
      const token = await testEnv.serviceToken('payment-credit');
      return client.takePayment({ ...request, method: 'card', capturedAt: clock() }, { token });
    },
    async upload(owner: User, registrationId: string, file: File = {}) {
      return client.commitUpload({ receipt: await receiptFor(owner, registrationId, file) });
    },
    create: (owner: User, over: Partial<RegistrationDetails> = {}): Promise<Registration> =>
      as(owner).createRegistration({ ...details, ...over }),
    /** Creates a registration that is submitted and has a file. */
    async payable(owner: User, file: File = {}): Promise<Registration> {
      const made = await world.create(owner);
      await world.upload(owner, made.id, file);
      return as(owner).getRegistration({ id: made.id });
    },
    /** Creates a registration that an admin takes through the statuses. */
    async at(owner: User, ...statuses: string[]): Promise<Registration> {
      let state = await world.payable(owner);
      const admin = as(someone('admin'));
      for (const status of statuses) state = await admin.changeStatus({ id: state.id, status });
      return state;
    },
    /** Creates a registration with the status certificate_issued, without the certificate service. */
    certified: (owner: User): Promise<Registration> =>
      world.at(owner, 'paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'),
    of: (id: string, type: string): ReceivedEvent[] =>
      events.filter((one) => one.type === type && one.data.registrationId === id),
    waitForEvents: (id: string, type: string, count = 1): Promise<ReceivedEvent[]> =>
      eventually(`${type} ×${count}`, async () => {
        const found = world.of(id, type);
        return found.length >= count && found;
      }),
    /** Waits until `count` statements wait for a lock. */
    blocked: (count = 1) =>
      eventually(`${count} wait for a lock`, async () => {
        const { rowCount } = await pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rowCount === count;
      }),
    /** Waits until all events are published. */
    drained: () =>
      eventually('all is published', async () => {
        const { rowCount } = await pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL');
        return rowCount === 0;
      }),
    async close(): Promise<void> {
      client.close();
      await running.stop();
      await testEnv.close();
    },
  };
  return world;
}
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Starts a test environment that is closed after the tests of the file. */
export const ownWorld = (): Promise<World> => closeAfterTests(createWorld());

/** Starts a test environment with a real identity service, which the tests can also call. */
export const ownIdentity = () => closeAfterTests(besideIdentity());

async function besideIdentity() {
  let address = '';
  const world = await createWorld({
    async identity(testEnv) {
      address = await startIdentity(testEnv);
      return address;
    },
  });
  const identity = connectRpc(IdentityService, address);
  return {
    world,
    identity,
    async close() {
      identity.close();
      await world.close();
    },
  };
}
