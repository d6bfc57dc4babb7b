import { Client, credentials, Metadata, type MethodDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { fromGrpcError } from './errors.ts';
import type { RequestOf, ResponseOf } from './grpc-server.ts';
import { requestContext } from './log.ts';
import { inSpan, SpanKind, traceHeaders } from './telemetry.ts';

/** What goes with a call. `token` says who asks: the user's actor token, or this service's own. */
export type CallOptions = {
  token?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Time left for it, ms. */
  deadlineMs?: number;
};

export type RpcClient<D> = {
  [K in keyof D]: (request: RequestOf<D[K]>, options?: CallOptions) => Promise<ResponseOf<D[K]>>;
} & { close(): void };

const DEADLINE_MS = 5_000;

/**
 * A typed client of a service. Errors come back as the AppError the server threw; transport trouble is `unavailable`.
 * @param address host:port; a DNS name spreads calls over all its addresses
 * @param idempotent names of rpcs that may be tried again when the connection fails under them
 */
export function connectRpc<D extends ServiceDefinition>(
  definition: D,
  address: string,
  idempotent: readonly (keyof D & string)[] = [],
): RpcClient<D> {
  const client = new Client(`dns:///${address}`, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify(serviceConfig(definition, idempotent)),
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
  });
  const calls: Record<string, unknown> = { close: () => client.close() };
  for (const [name, method] of Object.entries(definition)) calls[name] = caller(client, method);
  return calls as RpcClient<D>;
}

function caller(client: Client, method: MethodDefinition<unknown, unknown>) {
  const name = method.path.slice(1);
  return (request: unknown, options: CallOptions = {}) =>
    inSpan(name, SpanKind.CLIENT, { 'rpc.system': 'grpc', 'rpc.method': name }, () => {
      const metadata = new Metadata();
      if (options.token) metadata.set('authorization', options.token);
      if (options.idempotencyKey) metadata.set('idempotency-key', options.idempotencyKey);
      const requestId = requestContext.getStore()?.requestId;
      if (requestId) metadata.set('x-request-id', requestId);
      for (const [key, value] of Object.entries(traceHeaders())) metadata.set(key, value);
      const deadline = Date.now() + (options.deadlineMs ?? DEADLINE_MS);
      return new Promise<unknown>((resolve, reject) => {
        client.makeUnaryRequest(
          method.path,
          method.requestSerialize,
          method.responseDeserialize,
          request,
          metadata,
          { deadline },
          (error, response) => (error ? reject(fromGrpcError(error)) : resolve(response)),
        );
      });
    });
}

/** Retries per idempotent method only; UNAVAILABLE alone says that the call may not have been served. */
function serviceConfig<D extends ServiceDefinition>(
  definition: D,
  idempotent: readonly (keyof D & string)[],
) {
  const names = idempotent.flatMap((name) => {
    const [, service, method] = definition[name]?.path.split('/') ?? [];
    return service && method ? [{ service, method }] : [];
  });
  return {
    loadBalancingConfig: [{ round_robin: {} }],
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
