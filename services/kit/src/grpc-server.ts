import { FeedService } from '@g2/proto/feed';
import { AppError } from '@g2/terms/errors';
import { proofOf } from '@g2/terms/sensitive-acts';
import {
  type Metadata,
  type MethodDefinition,
  Server,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { type Actor, anonymous, type KeyRing } from './actor.ts';
import { checkApproval } from './approval.ts';
import { authorize, type Permission } from './authorize.ts';
import { asAppError } from './failure-class.ts';
import { toGrpcError } from './grpc-errors.ts';
import { addHealth } from './grpc-health.ts';
import { hashOf, type Idempotency } from './idempotency.ts';
import { newId } from './ids.ts';
import { rpcServerCredentials } from './internal-tls.ts';
import { type Logger, type Origin, requestContext } from './log.ts';
import { rpcDuration } from './metrics.ts';
import { contextFrom, inSpan, SpanKind } from './telemetry.ts';

export { signedIn, staff } from './authorize.ts';

export type Call = {
  actor: Actor;
  /** The caller's token, forwarded to services that authorise the same user. */
  token: string | undefined;
  requestId: string;
  idempotency: Idempotency | undefined;
  /** For rpcs with `second: 'decides'`. @throws AppError approval-needed without a second admin's approval */
  requireApproval: () => void;
};

export type RequestOf<M> = M extends MethodDefinition<infer Req, infer _Res> ? Req : never;
export type ResponseOf<M> = M extends MethodDefinition<infer _Req, infer Res> ? Res : never;

type Rpc<Req, Res> = Permission & {
  run(request: Req, call: Call): Promise<Res>;
};

export type RpcTable<D> = { [K in keyof D]: Rpc<RequestOf<D[K]>, ResponseOf<D[K]>> };

export type RpcServer = { port: number; stop(graceMs: number): Promise<void> };

export type ServeOptions<D extends ServiceDefinition> = {
  definition: D;
  table: RpcTable<D>;
  /** Rpcs of the event feed, for services that publish events. */
  feed?: RpcTable<typeof FeedService>;
  keys: KeyRing;
  host: string;
  port: number;
  log: Logger;
  /** Folder of this program's certificate; absent: plain text. */
  tls?: string | undefined;
  /** SECOND_PERSON: certain acts need a second admin's approval. */
  secondPerson?: boolean;
};

/** Serves the rpcs of the table and gRPC health, with permission checks, timing, tracing and error translation. */
export async function serveRpc<D extends ServiceDefinition>(options: ServeOptions<D>): Promise<RpcServer> {
  const server = new Server({
    'grpc.enable_channelz': 0,
    'grpc.max_connection_age_ms': 300_000,
    'grpc.max_connection_age_grace_ms': 30_000,
    'grpc.keepalive_time_ms': 60_000,
  });
  add(server, options);
  if (options.feed) add(server, { ...options, definition: FeedService, table: options.feed });
  const health = addHealth(server);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${options.host}:${options.port}`, rpcServerCredentials(options.tls), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  health.set(true);
  return {
    port,
    async stop(graceMs) {
      health.set(false);
      const late = setTimeout(() => server.forceShutdown(), graceMs);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(late);
    },
  };
}

type RpcOptions = Pick<ServeOptions<ServiceDefinition>, 'keys' | 'log' | 'secondPerson'>;
type ServiceRegistration<D> = RpcOptions & { definition: D; table: RpcTable<D> };

function add<D extends ServiceDefinition>(server: Server, served: ServiceRegistration<D>): void {
  const implementation: UntypedServiceImplementation = {};
  for (const name of Object.keys(served.definition)) {
    const method = served.definition[name];
    const rpc = served.table[name];
    if (!method || !rpc) throw new Error(`rpc ${name} has no row in its table`);
    implementation[name] = unary(served, method, rpc);
  }
  server.addService(served.definition, implementation);
}

const metadataText = (metadata: Metadata, key: string): string | undefined => {
  const value = metadata.get(key)[0];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Client address, user agent and device of the user behind a call; undefined when no user is behind it. */
function originIn(metadata: Metadata): Origin | undefined {
  const address = metadataText(metadata, 'x-origin-address');
  if (!address) return undefined;
  const device = metadataText(metadata, 'x-origin-device');
  return { address, agent: metadataText(metadata, 'x-origin-agent') ?? '', ...(device ? { device } : {}) };
}

function unary<Req, Res>(
  { keys, log, secondPerson: isOn = false }: RpcOptions,
  method: MethodDefinition<Req, Res>,
  rpc: Rpc<Req, Res>,
) {
  const name = method.path.slice(1);
  return (grpcCall: ServerUnaryCall<Req, Res>, callback: sendUnaryData<Res>): void => {
    const { metadata, request } = grpcCall;
    const requestId = metadataText(metadata, 'x-request-id') ?? newId();
    const timer = rpcDuration.startTimer({ method: name });
    const parent = contextFrom(metadataText(metadata, 'traceparent'));
    const deadline = deadlineOf(grpcCall);
    const handle = async () => {
      // Refuses work that cannot finish before the caller's deadline.
      if (deadline - Date.now() < MIN_TIME_LEFT_MS) throw new AppError('unavailable', { retryAfter: 2 });
      const token = metadataText(metadata, 'authorization');
      const actor = token ? await keys.actorOf(token) : anonymous;
      authorize(rpc, actor, proofOf(name, request));
      const requestHash = () => hashOf(method.requestSerialize(request));
      const approvedCall = {
        rpc: name,
        request,
        requestHash,
        actor,
        token: metadataText(metadata, 'x-approval'),
      };
      const approvalCheck = await checkApproval(keys, isOn, approvedCall);
      const scope = scopeOf(
        actor,
        name,
        metadataText(metadata, 'idempotency-key'),
        approvalCheck.approval?.id,
      );
      const idempotency = scope ? { scope, requestHash: requestHash() } : undefined;
      const call = { actor, token, requestId, idempotency, requireApproval: approvalCheck.requireApproval };
      const context = requestContext.getStore();
      if (!approvalCheck.approval || !context) return rpc.run(request, call);
      return requestContext.run({ ...context, approval: approvalCheck.approval }, () =>
        rpc.run(request, call),
      );
    };
    const origin = originIn(metadata);
    requestContext
      .run({ requestId, deadline, ...(origin ? { origin } : {}) }, () =>
        inSpan(name, SpanKind.SERVER, { 'rpc.system': 'grpc', 'rpc.method': name }, handle, parent),
      )
      .then(
        (response) => {
          timer({ code: 'ok' });
          callback(null, response);
        },
        (rejection: unknown) => {
          const error = asAppError(rejection);
          timer({ code: error instanceof AppError ? error.code : 'internal' });
          if (!(error instanceof AppError) || error.code === 'internal') {
            log.error({ err: error, method: name, requestId }, 'rpc failed');
          }
          callback(toGrpcError(error));
        },
      );
  };
}

/** Scope of the idempotency key. An approved call runs once per approval, even if retried or approved twice. */
function scopeOf(actor: Actor, rpc: string, key: string | undefined, approvalId: string | undefined) {
  if (approvalId) return `approval:${rpc}:${approvalId}`;
  const owner = actor.kind === 'user' ? actor.id : actor.kind === 'service' ? actor.name : '';
  return key && `${owner}:${rpc}:${key}`;
}

/** A call is refused when less time than this remains until its deadline, ms. */
const MIN_TIME_LEFT_MS = 100;

/** The caller's deadline, ms since 1970. */
function deadlineOf(call: ServerUnaryCall<unknown, unknown>): number {
  const deadline = call.getDeadline();
  return typeof deadline === 'number' ? deadline : deadline.getTime();
}
