import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where to hold an upload: after this many bytes of the body; before the last byte, with the rest buffered as a proxy
 * does, so that a client disconnect no longer reaches the server; or before passing the response back.
 */
type HoldAt = number | 'last byte' | 'answer';

/** An upload on hold. */
type Held = {
  release: () => void;
  /** Closes the connection and refuses further uploads, including browser retries, until `mend`. */
  cut: () => void;
  /** The server's status, even when the client has disconnected. */
  answered: Promise<number>;
};

/** A proxy in front of the stack that can hold and cut uploads. */
export type HeldLine = {
  url: string;
  /** Holds the next upload. @returns it, once the hold point is reached */
  hold(at: HoldAt): Promise<Held>;
  /** Closes every connection and refuses new requests until `mend`. */
  fail(): void;
  mend(): void;
  close(): Promise<void>;
};

type Waiting = { at: HoldAt; reached: (held: Held) => void };

const carriesFile = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' && url.endsWith('/upload')) || (method === 'PATCH' && /\/uploads\/[^/]+$/.test(url));

/** @param base URL of the stack; the proxy rewrites Host and Origin to it */
export async function openLine(base: string): Promise<HeldLine> {
  let next: Waiting | undefined;
  let failing = false;
  let cutting = false;
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    if (failing || (cutting && carriesFile(asked))) return void asked.socket.destroy();
    const { method, url = '/', headers } = asked;
    const { host: _, origin, referer: __, ...kept } = headers;
    const given = { ...kept, host: new URL(base).host, ...(origin && { origin: base }) };
    const onwards = request(new URL(url, base), { method, headers: given });
    onwards.on('error', () => asked.socket.destroy());
    const waiting = carriesFile(asked) ? next : undefined;
    if (waiting) next = undefined;
    if (waiting?.at !== 'last byte') answer.on('close', () => onwards.destroy());
    const answered = Promise.withResolvers<number>();
    const cut = () => {
      cutting = true;
      asked.socket.destroy();
    };
    const held = (release: () => void) => waiting?.reached({ release, cut, answered: answered.promise });
    onwards.on('response', (reply) => {
      answered.resolve(reply.statusCode ?? 502);
      const pass = () => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      };
      if (waiting?.at === 'answer') held(pass);
      else pass();
    });
    if (waiting?.at === 'last byte') void holdEnd(asked, onwards, held);
    else if (typeof waiting?.at === 'number') holdBody(asked, onwards, waiting.at, held);
    else asked.pipe(onwards);
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
    mend() {
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

/** Forwards `limit` bytes of a body, then waits for release. */
function holdBody(
  asked: IncomingMessage,
  onwards: NodeJS.WritableStream,
  limit: number,
  held: (go: () => void) => void,
): void {
  let passed = 0;
  const take = (chunk: Buffer) => {
    const room = limit - passed;
    if (chunk.length < room) {
      passed += chunk.length;
      onwards.write(chunk);
      return;
    }
    asked.off('data', take).pause();
    onwards.write(chunk.subarray(0, room));
    held(() => {
      onwards.write(chunk.subarray(room));
      asked.pipe(onwards);
    });
  };
  asked.on('data', take);
}

/** Reads the whole body and holds back its last byte until release. */
async function holdEnd(
  asked: IncomingMessage,
  onwards: NodeJS.WritableStream,
  held: (go: () => void) => void,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of asked) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  onwards.write(whole.subarray(0, -1));
  held(() => void onwards.end(whole.subarray(-1)));
}
