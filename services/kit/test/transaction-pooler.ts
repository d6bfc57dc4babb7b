import { createServer, type Server, Socket } from 'node:net';
import pg from 'pg';

/** Startup parameters that PgBouncer accepts with an empty ignore_startup_parameters. */
const TAKEN = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]);
const SSL_REQUEST = 80877103;
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

export type Pooler = { url: string; close(): Promise<void> };

type Session = { socket: Socket };

/**
 * Starts a pooler that behaves as PgBouncer with pool_mode=transaction and max_prepared_statements=0: it
 * refuses unknown startup parameters, lends a session per transaction (least recently used first) and never
 * resets sessions. Every client is logged in as the user of `url`.
 */
export async function startTransactionPooler(url: string, sessions = 2): Promise<Pooler> {
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  const all: Session[] = [];
  for (let made = 0; made < sessions; made++) {
    const session = await openSession(url);
    all.push(session);
    free.push(session);
  }
  const take = async (): Promise<Session> =>
    free.shift() ?? (await new Promise<Session>((resolve) => waiting.push(resolve)));
  const giveBack = (session: Session): void => {
    const next = waiting.shift();
    if (next) next(session);
    else free.push(session);
  };
  const clients = new Set<Socket>();
  const server = createServer((socket) => {
    clients.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => clients.delete(socket));
    serve(socket, take, giveBack);
  });
  const port = await listen(server);
  const at = new URL(url);
  at.hostname = '127.0.0.1';
  at.port = String(port);
  return {
    url: at.href,
    async close() {
      for (const socket of clients) socket.destroy();
      for (const { socket } of all) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Opens an authenticated session with the driver, then takes over its socket. */
async function openSession(url: string): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  client.on('error', () => {});
  await client.connect();
  socket.removeAllListeners('data');
  socket.on('error', () => {});
  return { socket };
}

function serve(client: Socket, take: () => Promise<Session>, giveBack: (session: Session) => void): void {
  let started = false;
  let pending = Buffer.alloc(0);
  let session: Session | undefined;
  let chain = Promise.resolve();

  const onServer = (bytes: Buffer): void => {
    client.write(bytes);
    for (const { type, body } of messagesOf(answers, bytes)) {
      if (type === READY && body[0] === IDLE && session) {
        session.socket.off('data', onServer);
        giveBack(session);
        session = undefined;
      }
    }
  };
  const answers = { rest: Buffer.alloc(0) };

  const forward = async (bytes: Buffer): Promise<void> => {
    if (!session) {
      session = await take();
      session.socket.on('data', onServer);
    }
    session.socket.write(bytes);
  };

  client.on('data', (bytes) => {
    if (started) {
      // The driver sends one query at a time, so a chunk belongs to one transaction.
      if (bytes[0] === 'X'.charCodeAt(0)) return void client.end();
      chain = chain.then(() => forward(bytes));
      return;
    }
    pending = Buffer.concat([pending, bytes]);
    if (pending.length < 8 || pending.length < pending.readUInt32BE(0)) return;
    const packet = pending.subarray(0, pending.readUInt32BE(0));
    pending = Buffer.alloc(0);
    if (packet.readUInt32BE(4) === SSL_REQUEST) return void client.write('N');
    const refused = parametersOf(packet).find((name) => !TAKEN.has(name.toLowerCase()));
    if (refused) return void client.end(fatal(`unsupported startup parameter: ${refused}`));
    started = true;
    client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
  });
}

const parametersOf = (packet: Buffer): string[] =>
  packet
    .subarray(8)
    .toString()
    .split('\0')
    .filter((_, at) => at % 2 === 0)
    .filter((name) => name !== '');

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Error message as PgBouncer sends it, with code 08P01 (protocol_violation). */
const fatal = (text: string): Buffer => message('E', Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`));

function* messagesOf(kept: { rest: Buffer }, bytes: Buffer): Generator<{ type: number; body: Buffer }> {
  kept.rest = Buffer.concat([kept.rest, bytes]);
  while (kept.rest.length >= 5) {
    const length = kept.rest.readUInt32BE(1) + 1;
    if (kept.rest.length < length) return;
    const [type = 0] = kept.rest;
    yield { type, body: kept.rest.subarray(5, length) };
    kept.rest = kept.rest.subarray(length);
  }
}
