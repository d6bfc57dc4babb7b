import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isHealthy } from '../../stack/probes.ts';

const POLL_MS = 100;

export type ReadyProxy = {
  refused(): number;
  stop(): Promise<void>;
};

/**
 * Minimal load balancer: round robin over the replicas with a 2xx at /readyz. Repeats a request only when its
 * connection was refused before a byte was sent.
 */
export async function startReadyProxy(port: number, backends: readonly string[]): Promise<ReadyProxy> {
  const ready = new Set<string>();
  let stopped = false;
  const watch = async (backend: string) => {
    while (!stopped) {
      if (await isHealthy(`${backend}/readyz`)) ready.add(backend);
      else ready.delete(backend);
      await delay(POLL_MS);
    }
  };
  const watching = backends.map(watch);
  const agent = new http.Agent({ keepAlive: true });
  let round = 0;
  let refused = 0;
  const pass = (request: http.IncomingMessage, response: http.ServerResponse, tried: string[]): void => {
    const candidates = backends.filter((one) => ready.has(one) && !tried.includes(one));
    const backend = candidates[round++ % Math.max(1, candidates.length)];
    if (!backend) {
      response.writeHead(502).end('no replica is ready');
      return;
    }
    const { method, url, headers } = request;
    const onward = http.request(`${backend}${url ?? '/'}`, { method, headers, agent });
    onward.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
      reply.on('error', () => response.destroy());
    });
    onward.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') {
        refused++;
        ready.delete(backend);
        return pass(request, response, [...tried, backend]);
      }
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${backend}: ${error.message}`);
    });
    response.on('close', () => onward.destroy());
    // The body stream can be read once. Connect first, so that after a refused connection the body can still
    // go to the next replica.
    onward.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => request.pipe(onward));
      else request.pipe(onward);
    });
  };
  const server = http.createServer((request, response) => pass(request, response, []));
  server.keepAliveTimeout = 72_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  while (ready.size < backends.length) await delay(POLL_MS);
  return {
    refused: () => refused,
    async stop() {
      stopped = true;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
      await Promise.all(watching);
    },
  };
}
