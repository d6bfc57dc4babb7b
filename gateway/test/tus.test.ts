import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registration } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { overrideMethod } from '../src/plugins/tus.ts';
import { createStage, type Stage } from './test-gateway.ts';

// Tests tus 1.0 headers and responses. Complete uploads are tested in resumable.long.int.test.ts.
const ID = '0192f0c0-0000-7000-8000-000000000001';
const UPLOAD = '0192f0c0-0000-7000-8000-000000000002';
const CREATION = `/api/registrations/${ID}/uploads`;
const ADDRESS = `${CREATION}/${UPLOAD}`;
const FILE = { 'upload-length': '10', 'upload-metadata': `filename ${btoa('a.zip')},private` };
const BYTES = { 'content-type': 'application/offset+octet-stream' };

let stage: Stage;
let cookie: string;
let closeStorage: () => void;
/** Recorded requests to storage and to the registration service. */
let requests: string[];
/** Upload-Metadata headers of the started uploads. */
let began: (string | undefined)[];

beforeEach(() => {
  requests = [];
  began = [];
});

beforeAll(async () => {
  const storage = createServer((came, response) => {
    came.resume().once('end', () => {
      requests.push(`${came.method} ${came.url}`);
      response.statusCode = came.method === 'POST' && came.url === '/uploads' ? 201 : 200;
      response.end('{"offset":5,"size":10}');
    });
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
      registrations: {
        startUpload: async ({ metadata }) => {
          began.push(metadata);
          return { ticket: 't', uploadId: UPLOAD, expiresAt: undefined };
        },
        resumeUpload: async ({ uploadId }) => {
          if (uploadId !== UPLOAD) throw new AppError('upload-superseded');
          return { ticket: 't', stored: undefined, expiresAt: undefined, metadata: FILE['upload-metadata'] };
        },
        getRegistration: async () => Registration.fromPartial({ id: ID, userId: ID, canEdit: true }),
        endUpload: async () => {
          requests.push('end');
          return {};
        },
      },
    },
  });
  cookie = stage.signIn().cookie ?? '';
});

afterAll(async () => {
  await stage.close();
  closeStorage();
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  const response = await request(`${stage.url}${path}`, {
    method: method as 'GET',
    headers: { cookie, 'tus-resumable': '1.0.0', ...headers },
    body: body ?? null,
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const codeOf = ({ text }: Answer): unknown => (JSON.parse(text) as { code: unknown }).code;

describe('a tus response', () => {
  const other = ADDRESS.replace(/2$/, '9');
  it.each<[what: string, status: number, method: string, path: string, headers: Record<string, string>]>([
    ['a creation', 201, 'POST', CREATION, FILE],
    ['a creation of an empty file', 400, 'POST', CREATION, { ...FILE, 'upload-length': '0' }],
    ['a HEAD request', 200, 'HEAD', ADDRESS, {}],
    ['a HEAD request for another upload', 409, 'HEAD', other, {}],
    ['a request without a session', 401, 'HEAD', ADDRESS, { cookie: '' }],
    ['another site', 403, 'DELETE', ADDRESS, { origin: 'https://evil.example' }],
    ['a malformed id', 404, 'HEAD', `${CREATION}/x`, {}],
    ['bytes of another type', 415, 'PATCH', ADDRESS, { 'content-type': 'application/zip' }],
    ['a form', 415, 'PATCH', ADDRESS, { 'content-type': 'multipart/form-data; boundary=b' }],
    ['another version', 412, 'HEAD', ADDRESS, { 'tus-resumable': '0.2.2' }],
    ['a termination', 204, 'DELETE', ADDRESS, {}],
  ])(
    'to %s has status %i and Tus-Resumable, and is not cached',
    async (_what, status, method, path, headers) => {
      const answer = await send(method, path, headers, method === 'PATCH' ? 'bytes' : undefined);
      expect([answer.status, answer.headers['tus-resumable'], answer.headers['cache-control']]).toEqual([
        status,
        '1.0.0',
        'no-store',
      ]);
      expect(answer.headers['tus-version']).toBe(status === 412 ? '1.0.0' : undefined);
    },
  );

  it('to HEAD returns the offset and the unchanged metadata', async () => {
    await send('POST', CREATION, FILE);
    expect(began).toEqual([FILE['upload-metadata']]);
    const { headers } = await send('HEAD', ADDRESS);
    expect([headers['upload-offset'], headers['upload-length']]).toEqual(['5', '10']);
    expect(headers['upload-metadata']).toBe(FILE['upload-metadata']);
  });

  it('is 423 while storage is unavailable', async () => {
    const away = await createStage({
      roles: {
        registrations: { resumeUpload: async () => Promise.reject(new AppError('unavailable')) },
      },
    });
    const response = await away.signIn().send('HEAD', ADDRESS);
    await away.close();
    expect([response.status, response.headers['tus-resumable'], response.headers['cache-control']]).toEqual([
      423,
      '1.0.0',
      'no-store',
    ]);
  });
});

describe('OPTIONS', () => {
  it.each([CREATION, ADDRESS])('%s returns the tus version and the supported extensions', async (path) => {
    const { status, headers } = await send('OPTIONS', path, { 'tus-resumable': '' });
    expect([status, headers['tus-version'], headers['tus-max-size']]).toEqual([204, '1.0.0', '524288000']);
    expect(headers['tus-extension']).toBe('creation,expiration,termination');
  });
});

describe('a method in X-HTTP-Method-Override', () => {
  const by = (method: string, override: string, headers: Record<string, string> = {}, body?: string) =>
    send(method, ADDRESS, { 'x-http-method-override': override, ...headers }, body);

  it('replaces the request’s method', async () => {
    const part = await by('POST', 'PATCH', { ...BYTES, 'upload-offset': '0' }, 'bytes');
    expect([part.status, part.headers['upload-offset']]).toEqual([204, '5']);
    const question = await by('GET', 'HEAD');
    expect([question.status, question.headers['upload-offset'], question.text]).toEqual([200, '5', '']);
    expect((await by('POST', 'DELETE')).status).toBe(204);
    expect(requests).toEqual(['PATCH /uploads', 'POST /uploads/finish', 'end', 'DELETE /uploads']);
  });

  it('is checked like the overriding method, including its origin', async () => {
    const foreign = await by('GET', 'DELETE', { origin: 'https://evil.example' });
    expect([foreign.status, codeOf(foreign)]).toEqual([403, 'foreign-origin']);
    expect(requests).toEqual([]);
  });

  it('matches no route when unknown, and has no effect on other routes', async () => {
    expect((await by('POST', 'BREW')).status).toBe(404);
    // Metrics are labelled by method, so the sender must not choose the label.
    const methods = ['BREW', 'brew', ''].map((override) => {
      const raw = { url: ADDRESS, method: 'POST', headers: { 'x-http-method-override': override } };
      overrideMethod(raw);
      return raw.method;
    });
    expect(methods).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
    const elsewhere = await send('POST', `/api/registrations/${ID}`, { 'x-http-method-override': 'DELETE' });
    expect(elsewhere.status).toBe(404);
  });
});

describe('an unsupported extension', () => {
  it.each([
    ['Upload-Concat', 'partial'],
    ['Upload-Concat', 'final;/uploads/a /uploads/b'],
    ['Upload-Defer-Length', '1'],
    ['Upload-Checksum', 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0='],
  ])('%s: %s is refused with its name, without starting an upload', async (name, value) => {
    const answer = await send('POST', CREATION, { ...FILE, [name]: value });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'tus-extension']);
    expect(answer.text).toContain(name);
    const part = await send('PATCH', ADDRESS, { ...BYTES, 'upload-offset': '0', [name]: value }, 'bytes');
    expect([part.status, codeOf(part)]).toEqual([400, 'tus-extension']);
    expect(requests).toEqual([]);
  });
});
