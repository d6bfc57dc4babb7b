import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where to hold an upload:
 * - a number: after this many bytes of the body
 * - last byte: before it, with the rest buffered as by a proxy, so that a client disconnect no longer reaches
 * the server
 * - answer: before passing the response to the client
 */
type HoldAt = number | 'last byte' | 'answer';

/** An upload that the proxy holds. */
type HeldUpload = {
  release: () => void;
  /** Closes the connection and refuses further uploads, including browser retries, until `recover`. */
  cut: () => void;
  /** Status of the response, even when the client has disconnected. */
  answered: Promise<number>;
};

/** A proxy in front of the stack that can hold and cut uploads. */
export type HoldingProxy = {
  url: string;
  /** Holds the next upload. @returns the upload, once it is held */
  hold(at: HoldAt): Promise<HeldUpload>;
  /** Closes every connection and refuses new requests until `recover`. */
  fail(): void;
  recover(): void;
  close(): Promise<void>;
};

type PendingHold = { at: HoldAt; reached: (held: HeldUpload) => void };

const carriesFile = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' && url.endsWith('/upload')) || (method === 'PATCH' && /\/uploads\/[^/]+$/.test(url));

/** @param base URL of the stack. The proxy sends it as Host and Origin */
export async function startHoldingProxy(base: string): Promise<HoldingProxy> {
  let next: PendingHold | undefined;
  let failing = false;
  let cutting = false;
  const forward = (incoming: IncomingMessage, downstream: ServerResponse) => {
    if (failing || (cutting && carriesFile(incoming))) return void incoming.socket.destroy();
    const { method, url = '/', headers } = incoming;
    const { host: _, origin, referer: __, ...kept } = headers;
    const given = { ...kept, host: new URL(base).host, ...(origin && { origin: base }) };
    const upstream = request(new URL(url, base), { method, headers: given });
    upstream.on('error', () => incoming.socket.destroy());
    const waiting = carriesFile(incoming) ? next : undefined;
    if (waiting) next = undefined;
    if (waiting?.at !== 'last byte') downstream.on('close', () => upstream.destroy());
    const answered = Promise.withResolvers<number>();
    const cut = () => {
      cutting = true;
      incoming.socket.destroy();
    };
    const held = (release: () => void) => waiting?.reached({ release, cut, answered: answered.promise });
    upstream.on('response', (reply) => {
      answered.resolve(reply.statusCode ?? 502);
      const pass = () => {
        downstream.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(downstream);
      };
      if (waiting?.at === 'answer') held(pass);
      else pass();
    });
    if (waiting?.at === 'last byte') void holdEnd(incoming, upstream, held);
    else if (typeof waiting?.at === 'number') holdBody(incoming, upstream, waiting.at, held);
    else incoming.pipe(upstream);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    hold: (at) =>
      new Promise((reached) => {
        next = { at, reached };
      }),
    fail() {
      failing = true;
      server.closeAllConnections();
    },
    recover() {
      failing = false;
      cutting = false;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Forwards `limit` bytes of a body, and the rest after the release. */
function holdBody(
  incoming: IncomingMessage,
  upstream: NodeJS.WritableStream,
  limit: number,
  held: (go: () => void) => void,
): void {
  let passed = 0;
  const take = (chunk: Buffer) => {
    const room = limit - passed;
    if (chunk.length < room) {
      passed += chunk.length;
      upstream.write(chunk);
      return;
    }
    incoming.off('data', take).pause();
    upstream.write(chunk.subarray(0, room));
    held(() => {
      upstream.write(chunk.subarray(room));
      incoming.pipe(upstream);
    });
  };
  incoming.on('data', take);
}

/** Reads the whole body, and forwards its last byte after the release. */
async function holdEnd(
  incoming: IncomingMessage,
  upstream: NodeJS.WritableStream,
  held: (go: () => void) => void,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  upstream.write(whole.subarray(0, -1));
  held(() => void upstream.end(whole.subarray(-1)));
}
