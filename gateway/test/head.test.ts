import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GovernmentFile } from '@g2/proto/registration';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../contract/routes/all.ts';
import type { Client } from './http.ts';
import { createStage, type Stage } from './test-gateway.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const ZIP = Buffer.from('PK\x03\x04 conteúdo');
const ETAG = `"${'a'.repeat(64)}"`;
const pdf = { content: Buffer.from('%PDF-'), fileName: 'a.pdf' };

let stage: Stage;
let admin: Client;
let closeStorage: () => void;
/** Recorded requests to storage, and recorded side effects (mails, audit entries). */
let done: string[];

beforeEach(() => {
  done = [];
});

beforeAll(async () => {
  // Mock of storage, which evaluates conditions and HEAD (storage-hashing/test/downloads.int.test.ts).
  const storage = createServer((request, response) => {
    done.push(`${request.method} ${request.url}`);
    response.setHeader('etag', ETAG);
    response.setHeader('accept-ranges', 'bytes');
    if (request.headers['if-none-match'] === ETAG) response.writeHead(304).end();
    else response.writeHead(200, { 'content-length': ZIP.length }).end(ZIP);
  });
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
  closeStorage = () => {
    storage.closeAllConnections();
    storage.close();
  };
  stage = await createStage({
    env: { STORAGE_HTTP: `http://127.0.0.1:${(storage.address() as AddressInfo).port}` },
    roles: {
      identity: {
        getPeople: async () => ({ items: [] }),
        getPicture: async () => ({ content: Buffer.from('RIFF'), mediaType: 'image/webp', version: 'v1' }),
        recordReport: async () => {
          done.push('recorded');
          return {};
        },
        mailReport: async () => {
          done.push('mailed');
          return { queued: true };
        },
      },
      registrations: {
        startDownload: async () => ({
          ticket: 'down',
          fileName: 'a.zip',
          fileSize: ZIP.length,
          sha256: '',
          attachedAt: undefined,
        }),
        getGovernmentFile: async () => ({
          file: GovernmentFile.fromPartial({ fileName: 'oficio.pdf' }),
          content: pdf.content,
        }),
        startExport: async () => ({ items: [], next: '' }),
      },
      payments: { getReceipt: async () => pdf, getSettledPayments: async () => ({ items: [] }) },
      certificates: { getCertificate: async () => pdf, getProof: async () => pdf },
      storage: { readFile: async () => ({ text: 'olá', isWhole: true }) },
    },
  });
  admin = stage.signIn({ role: 'admin' });
});

afterAll(async () => {
  await stage.close();
  closeStorage();
});

/** Headers that may differ between two responses to the same request. */
const OWN = new Set(['date', 'x-request-id', 'set-cookie', 'transfer-encoding', 'connection', 'keep-alive']);

async function ask(method: 'GET' | 'HEAD', path: string, headers: Record<string, string> = {}) {
  const response = await request(`${stage.url}${path}`, {
    method,
    headers: { cookie: admin.cookie ?? '', ...headers },
  });
  const reported = Object.entries(response.headers).filter(
    // HEAD may omit the length of an empty response.
    ([name, value]) => !OWN.has(name) && !(name === 'content-length' && value === '0'),
  );
  return {
    status: response.statusCode,
    headers: Object.fromEntries(reported),
    text: await response.body.text(),
  };
}

const QUERIES: Readonly<Record<string, string>> = {
  '/api/registrations/:id/files/content': '?path=a.ts',
  '/api/admin/export': '?period=30',
};

/** All routes that return a file, except the event stream. */
const FILES = ALL_ROUTES.flatMap(([id, { method, path, file }]) =>
  method === 'GET' && file && file.media !== 'text/event-stream'
    ? [[id, `${path.replaceAll(/:\w+/g, ID)}${QUERIES[path] ?? ''}`] as const]
    : [],
);

describe('HEAD', () => {
  it.each([...FILES, ['livez', '/livez'], ['readyz', '/readyz'], ['document', '/api/openapi.json']] as const)(
    'of %s has the headers of GET without the body',
    async (id, path) => {
      const whole = await ask('GET', path);
      const head = await ask('HEAD', path);
      expect([head.status, head.headers, head.text]).toEqual([whole.status, whole.headers, '']);
      // The services that the data export needs are unavailable in this test.
      if (id !== 'exportOwnData') expect(whole.text).not.toBe('');
    },
  );

  it.each(FILES)('of %s without a session is refused like GET', async (_id, path) => {
    for (const accept of ['*/*', 'text/html']) {
      const whole = await ask('GET', path, { cookie: '', accept });
      const head = await ask('HEAD', path, { cookie: '', accept });
      expect([head.status, head.headers, head.text]).toEqual([whole.status, whole.headers, '']);
    }
  });

  it('reads nothing from storage, and neither mails nor records a report', async () => {
    await ask('HEAD', `/api/registrations/${ID}/download`);
    expect(done).toEqual(['HEAD /objects']);
    done = [];
    await ask('HEAD', '/api/admin/export?period=30');
    expect(done).toEqual([]);
  });
});

describe('If-None-Match', () => {
  it('of a download is passed on to storage', async () => {
    const path = `/api/registrations/${ID}/download`;
    for (const method of ['GET', 'HEAD'] as const) {
      const known = await ask(method, path, { 'if-none-match': ETAG });
      expect([known.status, known.headers.etag, known.text]).toEqual([304, ETAG, '']);
      expect((await ask(method, path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it.each([`"v1"`, `W/"v1"`, `"other", "v1"`, '*'])('of a picture matches %s', async (known) => {
    const path = `/api/users/${ID}/avatar`;
    const response = await ask('GET', path, { 'if-none-match': known });
    expect([response.status, response.headers.etag, response.text]).toEqual([304, '"v1"', '']);
    expect((await ask('GET', path, { 'if-none-match': '"v2"' })).status).toBe(200);
  });
});
