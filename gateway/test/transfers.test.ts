import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serviceVariables } from '@g2/kit/env';
import { CLIENT_KEEP_ALIVE_MS } from '@g2/kit/http';
import { eventually } from '@g2/kit/testing';
import { Registration } from '@g2/proto/registration';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { createStage, type Stage, type TestGatewayOptions } from './test-gateway.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const PATH = `/api/registrations/${ID}`;
const IDLE_MS = 500;

let stage: Stage;
let commits: string[];
/** All connections that the gateway opened to the mocked storage. */
let storageConnections: Socket[];
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Handlers of the mocked storage. By default it accepts uploads and sends a ZIP. */
type Storage = { put?: Handler; get?: Handler };
type Handler = (asked: IncomingMessage, response: ServerResponse) => void;

const ZIP = Buffer.from('PK\x03\x04 conteúdo');
const take: Handler = (asked, response) => {
  asked.resume().once('end', () => response.end('{"receipt":"r"}'));
};
const give: Handler = (_asked, response) => response.end(ZIP);

async function open(
  { put = take, get = give }: Storage = {},
  setting: TestGatewayOptions = {},
): Promise<void> {
  const server = createServer((request, response) => {
    request.on('error', () => {});
    (request.method === 'PUT' ? put : get)(request, response);
  });
  server.keepAliveTimeout = 72_000;
  server.on('connection', (socket) => {
    storageConnections.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  commits = [];
  storageConnections = [];
  stage = await createStage({
    ...setting,
    env: { STORAGE_HTTP: `http://127.0.0.1:${port}`, TRANSFER_IDLE_MS: String(IDLE_MS), ...setting.env },
    roles: {
      registrations: {
        startUpload: async () => ({ ticket: 'up', uploadId: '', expiresAt: undefined }),
        startDownload: async () => ({
          ticket: 'down',
          fileName: 'a.zip',
          fileSize: ZIP.length,
          sha256: '',
          attachedAt: undefined,
        }),
        commitUpload: async ({ receipt }) => {
          commits.push(receipt);
          return { sha256: 'a'.repeat(64), fileName: 'a.zip', fileSize: 7 };
        },
        ...setting.roles?.registrations,
      },
    },
  });
  closing.push(
    () => stage.close(),
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
}

type Sender = { socket: Socket; answer: () => string; isOver: () => boolean };

/** Starts an upload: sends its headers and a few bytes. */
async function begin(client: Client, length = 400_000_000): Promise<Sender> {
  const { hostname, port } = new URL(stage.url);
  const socket = connect(Number(port), hostname);
  closing.push(() => socket.destroy());
  let answer = '';
  let over = false;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    over = true;
  });
  await once(socket, 'connect');
  socket.write(
    `POST ${PATH}/upload HTTP/1.1\r\nhost: x\r\ncookie: ${client.cookie}\r\ncontent-type: application/zip\r\n` +
      `x-file-name: a.zip\r\ncontent-length: ${length}\r\n\r\n`,
  );
  socket.write(ZIP);
  return { socket, answer: () => answer, isOver: () => over };
}

/** Sends bytes slowly until the end of the test. */
function drip(senders: Sender[], everyMs: number, bytes = 1): void {
  const timer = setInterval(() => {
    for (const { socket } of senders) if (socket.writable) socket.write(Buffer.alloc(bytes));
  }, everyMs);
  closing.unshift(() => clearInterval(timer));
}

const upload = async (client: Client): Promise<number> => {
  const headers = {
    cookie: client.cookie ?? '',
    'content-type': 'application/zip',
    'x-file-name': 'a.zip',
  };
  const response = await request(`${stage.url}${PATH}/upload`, { method: 'POST', headers, body: ZIP });
  await response.body.dump();
  return response.statusCode;
};

describe('slow uploads of one account', () => {
  it('do not affect another account, and all but three are refused', async () => {
    // The window of the pace limit is ten minutes, so that it has no effect here.
    await open({}, { env: { TRANSFER_IDLE_MS: '600000' } });
    const [one, other] = [stage.signIn(), stage.signIn()];
    const senders = await Promise.all(Array.from({ length: 40 }, () => begin(one)));
    drip(senders, 50);
    const refused = () => senders.filter(({ answer }) => answer().startsWith('HTTP/1.1 429 '));
    await eventually('the rest is refused', async () => refused().length === 37);
    expect(refused()[0]?.answer()).toMatch(/retry-after: \d+/i);
    expect(refused()[0]?.answer()).toContain('Você já tem 3 envios em andamento.');
    expect(await upload(other)).toBe(200);
    expect((await other.get(`${PATH}/download`)).status).toBe(200);
    expect(await upload(one)).toBe(429);
    for (const { socket } of senders) socket.destroy();
    await eventually('their places are free', async () => (await upload(one)) === 200);
  });
});

describe('a slow transfer', () => {
  it('below 64 KiB per window ends with an error to the sender', async () => {
    await open();
    const sender = await begin(stage.signIn());
    drip([sender], 50, 100);
    await eventually('it ends', async () => sender.isOver());
    expect(sender.answer()).toMatch(/^HTTP\/1\.1 400 /);
    expect(sender.answer()).toContain('O envio parou');
  });

  it('above the limit continues, whatever its total time', async () => {
    await open();
    const pieces = Array.from({ length: 20 }, () => Buffer.alloc(100_000));
    const sender = await begin(stage.signIn(), ZIP.length + 2_000_000);
    for (const piece of pieces) {
      expect(sender.answer()).toBe('');
      sender.socket.write(piece);
      // oxlint-disable-next-line no-restricted-globals -- a slow sender
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await eventually('it is stored', async () => sender.answer().startsWith('HTTP/1.1 200 '));
  });

  it('is not ended as too slow while storage does not read', async () => {
    const stalled = Promise.withResolvers<void>();
    await open({
      put: (request, response) => {
        request.pause();
        void stalled.promise.then(() => take(request, response));
      },
    });
    const length = 60_000_000;
    const sender = await begin(stage.signIn(), length);
    sender.socket.write(Buffer.alloc(length - ZIP.length));
    // oxlint-disable-next-line no-restricted-globals -- lets the time limit pass
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS * 2));
    expect(sender.answer()).toBe('');
    stalled.resolve();
    await eventually('it is stored', async () => sender.answer().startsWith('HTTP/1.1 200 '));
    expect(commits).toEqual(['r']);
  });

  it('is reported as storage failure when storage never reads', async () => {
    await open({ put: (request) => void request.pause() });
    const sender = await begin(stage.signIn(), 60_000_000);
    sender.socket.write(Buffer.alloc(60_000_000 - ZIP.length));
    await eventually('the answer', async () => sender.answer().startsWith('HTTP/1.1 503 '));
    expect(sender.answer()).toContain('"code":"unavailable"');
  });

  it('is cut when the client does not read, so that other downloads can start', async () => {
    const cuts: boolean[] = [];
    await open({
      get: (_asked, response) => {
        response.on('close', () => cuts.push(!response.writableFinished));
        const chunk = Buffer.alloc(1_000_000);
        const pour = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', pour);
        pour();
      },
    });
    const client = stage.signIn();
    const { hostname, port } = new URL(stage.url);
    const sockets = Array.from({ length: 6 }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      closing.push(() => socket.destroy());
      socket.pause();
      socket.write(`GET ${PATH}/download HTTP/1.1\r\nhost: x\r\ncookie: ${client.cookie}\r\n\r\n`);
    }
    const seventh = await eventually('all six are open', async () => {
      const { statusCode, body, headers } = await request(`${stage.url}${PATH}/download`, {
        headers: { cookie: client.cookie ?? '' },
      });
      body.on('error', () => {}).destroy();
      return statusCode === 429 && headers;
    });
    expect(Number(seventh['retry-after'])).toBeGreaterThan(0);
    await eventually('all are cut', async () => cuts.filter(Boolean).length >= 6);
    await eventually('there is room again', async () => {
      const { statusCode, body } = await request(`${stage.url}${PATH}/download`, {
        headers: { cookie: client.cookie ?? '' },
      });
      body.on('error', () => {}).destroy();
      return statusCode === 200;
    });
  });
});

describe('waiting for storage', () => {
  it('is bounded by a time-out, and downloads use their own connections', async () => {
    await open(
      { put: (request) => void request.resume() },
      {
        lanes: { uploads: 1, downloads: 1, waitMs: 200 },
        env: { TRANSFER_IDLE_MS: '30000' },
      },
    );
    const [one, other] = [stage.signIn(), stage.signIn()];
    const first = await begin(one);
    const answer = await eventually('no place is left', async () => {
      const request = await begin(other, ZIP.length);
      await eventually('an answer', async () => request.answer() !== '', 2_000);
      return request.answer();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/retry-after: \d+/i);
    expect(answer).toContain('"code":"unavailable"');
    expect((await other.get(`${PATH}/download`)).status).toBe(200);
    first.socket.destroy();
  });
});

it('logs the cause when storage ends the connection instead of responding', async () => {
  await open({ get: ({ socket }) => void socket.destroy() });
  expect((await stage.signIn().get(`${PATH}/download`)).status).toBe(503);
  const line = await eventually('the response is logged', async () =>
    stage.lines.find((one) => one.includes('"status":503')),
  );
  expect(JSON.parse(line)).toMatchObject({ code: 'unavailable', cause: 'UND_ERR_SOCKET: other side closed' });
});

it('[idle-storage] closes an idle connection to storage before a storage that stops does', async () => {
  await open();
  const client = stage.signIn();
  expect(await upload(client)).toBe(200);
  const [kept] = storageConnections;
  if (kept && !kept.closed) await once(kept, 'close');
  expect(await upload(client)).toBe(200);
  expect(storageConnections).toHaveLength(2);
  expect(serviceVariables.SHUTDOWN_DRAIN_MS.parse(undefined)).toBeGreaterThan(2 * CLIENT_KEEP_ALIVE_MS);
});

describe('an invalid upload', () => {
  const wrong = (client: Client) =>
    client.send('POST', `${PATH}/upload`, { headers: { 'content-type': 'application/zip' } });
  const owned = (userId: string, canEdit: boolean): TestGatewayOptions => ({
    roles: {
      registrations: {
        getRegistration: async () => Registration.fromPartial({ id: ID, userId, canEdit }),
        startUpload: async () => {
          tickets += 1;
          return { ticket: 'up', uploadId: '', expiresAt: undefined };
        },
      },
    },
  });
  let tickets = 0;

  it('is refused as forbidden before anything else, without a ticket', async () => {
    tickets = 0;
    const mine = '0192f0c0-0000-7000-8000-000000000001';
    await open({}, owned(mine, true));
    const [owner, staff] = [stage.signIn(), stage.signIn({ role: 'admin' })];
    expect((await wrong(owner)).json.code).toBe('no-file');
    expect((await wrong(staff)).json.code).toBe('forbidden');
    expect(tickets).toBe(0);
  });

  it('is refused as not editable before anything else', async () => {
    await open({}, owned('0192f0c0-0000-7000-8000-000000000001', false));
    expect((await wrong(stage.signIn())).json.code).toBe('not-editable');
  });
});
