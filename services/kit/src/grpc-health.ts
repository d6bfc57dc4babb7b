import type { HealthCheckResponse } from '@g2/proto/health';
import { type HealthCheckRequest, HealthCheckResponse_ServingStatus, HealthService } from '@g2/proto/health';
import type { Server, ServerUnaryCall, ServerWritableStream, sendUnaryData } from '@grpc/grpc-js';

/** The standard gRPC health service; one status for the whole server. */
export function addHealth(server: Server): { set(serving: boolean): void } {
  let serving = false;
  const watchers = new Set<ServerWritableStream<HealthCheckRequest, HealthCheckResponse>>();
  const status = (): HealthCheckResponse => ({
    status: serving
      ? HealthCheckResponse_ServingStatus.SERVING
      : HealthCheckResponse_ServingStatus.NOT_SERVING,
  });
  server.addService(HealthService, {
    check(
      _call: ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>,
      callback: sendUnaryData<HealthCheckResponse>,
    ) {
      callback(null, status());
    },
    watch(call: ServerWritableStream<HealthCheckRequest, HealthCheckResponse>) {
      watchers.add(call);
      call.on('cancelled', () => watchers.delete(call));
      call.write(status());
    },
  });
  return {
    set(now) {
      serving = now;
      for (const watcher of watchers) watcher.write(status());
      if (now) return;
      // Open watch streams would block the shutdown.
      for (const watcher of watchers) watcher.end();
      watchers.clear();
    },
  };
}
