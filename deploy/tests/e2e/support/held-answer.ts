import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to the stack that lets everything through and stops one answer halfway. */
export type HeldAnswer = {
  url: string;
  /** Half of the answer is with the browser. */
  reachedHalf: Promise<void>;
  /** The browser has hung up on it. */
  hungUp: Promise<void>;
  /** Lets the rest through. */
  release(): void;
  /** Cuts the line, as a server that dies does. */
  cut(): void;
  close(): Promise<void>;
};

/** Opens such a way to `base` for the answers to `path`. */
export async function holdAnswer(base: string, path: string): Promise<HeldAnswer> {
  const half = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<Buffer | null>();
  const hold = async (whole: Buffer, answer: ServerResponse) => {
    const middle = Math.floor(whole.length / 2);
    void rest.promise.then((end) => (end === null ? answer.destroy() : answer.end(whole.subarray(middle))));
    answer.on('close', () => gone.resolve());
    answer.write(whole.subarray(0, middle), () => half.resolve());
  };
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const { method, url = '/' } = asked;
    // A line changes nothing of what the page is.
    const headers = asked.headers.origin ? { ...asked.headers, origin: new URL(base).origin } : asked.headers;
    const onwards = request(new URL(url, base), { method, headers }, (reply) => {
      const { 'content-length': _, ...kept } = reply.headers;
      const held = url.startsWith(path);
      answer.writeHead(reply.statusCode ?? 502, held ? kept : reply.headers);
      if (held) void read(reply).then((whole) => hold(whole, answer));
      else reply.pipe(answer);
    });
    onwards.on('error', () => answer.destroy());
    answer.on('close', () => onwards.destroy());
    asked.pipe(onwards);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    reachedHalf: half.promise,
    hungUp: gone.promise,
    release: () => rest.resolve(Buffer.alloc(0)),
    cut: () => rest.resolve(null),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function read(reply: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
