import { repeatable } from '@g2/proto/repeatable';
import { AppError } from '@g2/terms/errors';
import { Client, Metadata, type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { fromGrpcError } from './failure-class.ts';
import type { RequestOf, ResponseOf } from './grpc-server.ts';
import { rpcClientCredentials } from './internal-tls.ts';
import { requestContext } from './log.ts';
import { serviceOfSchema } from './provision.ts';
import { inSpan, SpanKind, traceHeaders } from './telemetry.ts';

/** A user's tokens by audience (service name). */
export type Tokens = Readonly<Record<string, string>>;

/**
 * `token`: a token of the user or of this service. Of a user's tokens the one for the called service is sent.
 */
export type CallOptions = {
  token?: string | Tokens | undefined;
  idempotencyKey?: string | undefined;
  /** Token of a second admin's approval (approval.ts). */
  approval?: string | undefined;
  /** Time limit, ms; the deadline of the request being served may shorten it. */
  deadlineMs?: number;
};

export type RpcClient<D> = {
  [K in keyof D]: (request: RequestOf<D[K]>, options?: CallOptions) => Promise<ResponseOf<D[K]>>;
} & { close(): void };

const DEADLINE_MS = 5_000;
/** Interval between pings during calls, and limit of their answer, ms: a host that fails closes no connection. */
const PING_MS = 5_000;

export type ConnectOptions = {
  /** Folder of this program's certificate; absent: plain text. */
  tls?: string | undefined;
  /** Paths of rpcs that are safe to retry; default: those that their .proto file marks as idempotent. */
  idempotentRpcs?: ReadonlySet<string>;
};

/**
 * Creates a client of a service. Its calls reject with the AppError that the server threw. A transport error
 * becomes `unavailable` when the call did not run or is idempotent, else `outcome-unknown`.
 * @param address host:port; calls are balanced over all addresses of a DNS name
 */
export function connectRpc<D extends ServiceDefinition>(
  definition: D,
  address: string,
  { tls, idempotentRpcs = repeatable }: ConnectOptions = {},
): RpcClient<D> {
  const client = new Client(`dns:///${address}`, rpcClientCredentials(tls), {
    'grpc.service_config': JSON.stringify(serviceConfig(definition, idempotentRpcs)),
    'grpc.enable_channelz': 0,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
    'grpc.keepalive_time_ms': PING_MS,
    'grpc.keepalive_timeout_ms': PING_MS,
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
  });
  const calls: Record<string, unknown> = { close: () => client.close() };
  for (const [name, method] of Object.entries(definition)) {
    calls[name] = createCall(client, method, idempotentRpcs.has(method.path));
  }
  return calls as RpcClient<D>;
}

function createCall(client: Client, method: MethodDefinition<unknown, unknown>, isIdempotent: boolean) {
  const name = method.path.slice(1);
  // "/g2.payment.Payments/ListPackages" → "payment-credit"
  const callee = serviceOfSchema(method.path.split('.')[1] ?? '');
  return (request: unknown, options: CallOptions = {}) =>
    inSpan(name, SpanKind.CLIENT, { 'rpc.system': 'grpc', 'rpc.method': name }, () => {
      const metadata = new Metadata();
      const token = typeof options.token === 'object' ? options.token[callee] : options.token;
      if (token) metadata.set('authorization', token);
      if (options.idempotencyKey) metadata.set('idempotency-key', options.idempotencyKey);
      if (options.approval) metadata.set('x-approval', options.approval);
      const context = requestContext.getStore();
      if (context) metadata.set('x-request-id', context.requestId);
      if (context?.origin) {
        metadata.set('x-origin-address', context.origin.address);
        metadata.set('x-origin-agent', context.origin.agent);
        if (context.origin.device) metadata.set('x-origin-device', context.origin.device);
      }
      for (const [key, value] of Object.entries(traceHeaders())) metadata.set(key, value);
      const own = Date.now() + (options.deadlineMs ?? DEADLINE_MS);
      const deadline = Math.min(own, context?.deadline ?? own);
      // Fails without sending: the caller's deadline has passed.
      if (deadline <= Date.now()) throw new AppError('unavailable', { retryAfter: 2 });
      return new Promise<unknown>((resolve, reject) => {
        withoutStack(() =>
          client.makeUnaryRequest(
            method.path,
            method.requestSerialize,
            method.responseDeserialize,
            request,
            metadata,
            { deadline },
            (error, response) => (error ? reject(fromGrpcError(error, isIdempotent)) : resolve(response)),
          ),
        );
      });
    });
}

/** grpc-js captures a stack trace per call, which costs 5 % of a gateway read. AppErrors have their own. */
function withoutStack(call: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Retries only idempotent methods, and only after a transport UNAVAILABLE: errors thrown by the service carry a
 * pushback that forbids retries. The retry budget (gRFC A6) keeps retries from multiplying the load of a slow peer.
 */
function serviceConfig(definition: ServiceDefinition, idempotentRpcs: ReadonlySet<string>) {
  const names = Object.values(definition)
    .filter(({ path }) => idempotentRpcs.has(path))
    .map(({ path }) => {
      const [, service = '', method = ''] = path.split('/');
      return { service, method };
    });
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    retryThrottling: { maxTokens: 10, tokenRatio: 0.1 },
    methodConfig: names.length
      ? [
          {
            name: names,
            retryPolicy: {
              maxAttempts: 4,
              initialBackoff: '0.1s',
              maxBackoff: '1s',
              backoffMultiplier: 2,
              retryableStatusCodes: ['UNAVAILABLE'],
            },
          },
        ]
      : [],
  };
}
