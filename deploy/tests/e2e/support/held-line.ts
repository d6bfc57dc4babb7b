import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where an upload is stopped: after so many bytes of its body; before its last byte, all others being taken in by a line
 * that no longer heeds who sent them, as one with a buffer; or with its answer come and not passed on.
 */
type HoldAt = number | 'last byte' | 'answer';

/** An upload that stands still on its way. */
type Held = {
  /** Lets it go on. */
  release: () => void;
  /** Cuts the line, as a network that fails does; what the browser sends again by itself too, until `mend`. */
  cut: () => void;
  /** The status that the server answered with, whoever is there to hear it. */
  answered: Promise<number>;
};

/** A way to the stack through which everything goes, and on which an upload can be held and cut. */
export type HeldLine = {
  url: string;
  /** Holds the next upload there. @returns it, once it stands */
  hold(at: HoldAt): Promise<Held>;
  /** From now on every request is cut, and what is under way too, until `mend`. */
  fail(): void;
  mend(): void;
  close(): Promise<void>;
};

type Waiting = { at: HoldAt; reached: (held: Held) => void };

/** A file, or a part of one. */
const carriesFile = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' && url.endsWith('/upload')) || (method === 'PATCH' && /\/uploads\/[^/]+$/.test(url));

/** @param base of the stack; to it, requests through here look as if they came from its own pages */
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

/** Passes `limit` bytes of a body on, then waits to be let go. */
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

/** Takes a whole body in, and keeps its last byte until it is let go. */
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
