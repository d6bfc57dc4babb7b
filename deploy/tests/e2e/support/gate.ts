import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to the stack that fails when it is told to, as a gateway does in the middle of a release. */
export type Gate = {
  url: string;
  /** Cuts what is open under /api, and answers 502 from now on; but for the paths excepted. */
  fail(except?: (path: string) => boolean): void;
  mend(): void;
  /** Paths that were answered 502 since it fails. */
  refused: Set<string>;
  close(): Promise<void>;
};

/** Opens such a way to `base`. Commands would be of a foreign origin: it is for screens that read. */
export async function openGate(base: string): Promise<Gate> {
  let passes: ((path: string) => boolean) | null = null;
  const refused = new Set<string>();
  const open = new Map<ServerResponse, string>();
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const { method, url = '/', headers } = asked;
    const path = new URL(url, base).pathname;
    if (path.startsWith('/api/') && passes !== null && !passes(path)) {
      refused.add(path);
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return;
    }
    const onwards = request(new URL(url, base), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    open.set(answer, path);
    onwards.on('error', () => answer.destroy());
    answer.on('close', () => {
      open.delete(answer);
      onwards.destroy();
    });
    asked.pipe(onwards);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    fail(except = () => false) {
      passes = except;
      refused.clear();
      for (const [answer, path] of open) if (path.startsWith('/api/')) answer.destroy();
    },
    mend: () => {
      passes = null;
    },
    refused,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
