import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Registration } from '@g2/proto/registration';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { createStage, type Stage } from './test-gateway.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const PATH = `/api/registrations/${ID}`;
const ZIP = Buffer.from('PK\x03\x04 bytes', 'latin1');

let stage: Stage;
let client: Client;
/** File names that the mocked registration service received. */
let names: string[];
const closing: (() => unknown)[] = [];

beforeEach(() => {
  names = [];
});

beforeAll(async () => {
  const storage = createServer((request, response) => {
    request.resume().once('end', () => {
      response.statusCode = request.method === 'POST' ? 201 : 200;
      response.end('{"receipt":"r"}');
    });
  });
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
  stage = await createStage({
    env: { STORAGE_HTTP: `http://127.0.0.1:${(storage.address() as AddressInfo).port}` },
    roles: {
      registrations: {
        startUpload: async ({ fileName }) => {
          names.push(fileName);
          return { ticket: 't', uploadId: ID, expiresAt: undefined };
        },
        getRegistration: async () => Registration.fromPartial({ id: ID, userId: ID, canEdit: true }),
        commitUpload: async () => ({ sha256: 'a'.repeat(64), fileName: 'a.zip', fileSize: ZIP.length }),
      },
    },
  });
  client = stage.signIn();
  closing.push(
    () => stage.close(),
    () => {
      storage.closeAllConnections();
      storage.close();
    },
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

type Sent = { status: number; code: unknown; message: unknown };

async function send(
  method: 'POST' | 'GET',
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Sent> {
  const response = await request(`${stage.url}${path}`, {
    method,
    headers: { cookie: client.cookie ?? '', ...headers },
    body: body ?? null,
  });
  const text = await response.body.text();
  const json = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.statusCode, code: json.code, message: json.message };
}

const JSON_BODY = Buffer.from('{"email":"jos\u00e9@example.com","password":"x"}', 'utf8');
const LATIN1 = Buffer.from('{"email":"jos\u00e9@example.com","password":"x"}', 'latin1');
const login = (contentType: string, body: Buffer, headers: Record<string, string> = {}) =>
  send('POST', '/api/login', { 'content-type': contentType, ...headers }, body);

describe('a JSON body', () => {
  it('that is not UTF-8 is refused, and not decoded with replacement characters', async () => {
    for (const body of [LATIN1, Buffer.from('7b2261223a22eda080227d', 'hex')]) {
      expect(await login('application/json', body)).toMatchObject({ status: 400, code: 'invalid-encoding' });
    }
  });

  it.each(['utf-16', 'iso-8859-1', '"windows-1252"', 'utf-7', 'x'])(
    'with charset=%s is refused as unsupported media type',
    async (charset) => {
      const answer = await login(`application/json; charset=${charset}`, JSON_BODY);
      expect(answer).toMatchObject({ status: 415, code: 'unsupported-media-type' });
      expect(answer.message).toContain('UTF-8');
    },
  );

  it.each(['', '; charset=utf-8', '; charset="UTF-8"', ';charset=utf8'])(
    'with %j is read as UTF-8, also with a byte order mark',
    async (parameter) => {
      for (const body of [JSON_BODY, Buffer.concat([Buffer.from('efbbbf', 'hex'), JSON_BODY])]) {
        // The error about the invalid e-mail shows that the body was decoded and validated.
        expect(await login(`application/json${parameter}`, body)).toMatchObject({
          status: 400,
          code: 'invalid-input',
          message: 'Email inválido',
        });
      }
    },
  );
});

describe('a compressed body', () => {
  it.each(['gzip', 'br', 'deflate', 'gzip, identity'])(
    'in %s is refused as unsupported media type',
    async (encoding) => {
      const answer = await login('application/json', gzipSync(JSON_BODY), { 'content-encoding': encoding });
      expect(answer).toMatchObject({ status: 415, code: 'unsupported-media-type' });
      expect(answer.message).toContain('comprimido');
      const upload = await send(
        'POST',
        `${PATH}/upload`,
        { 'content-type': 'application/zip', 'x-file-name': 'a.zip', 'content-encoding': encoding },
        gzipSync(ZIP),
      );
      expect(upload).toMatchObject({ status: 415, code: 'unsupported-media-type' });
      expect(names).toEqual([]);
    },
  );

  it('in identity encoding is parsed as uncompressed', async () => {
    const answer = await login('application/json', JSON_BODY, { 'content-encoding': 'identity' });
    expect(answer).toMatchObject({ status: 400, code: 'invalid-input' });
  });
});

describe('a query', () => {
  it('that is not UTF-8 is refused', async () => {
    for (const query of ['search=caf%E9', 'search=%', 'search=%zz']) {
      expect(await send('GET', `/api/registrations?${query}`, {})).toMatchObject({
        status: 400,
        code: 'invalid-encoding',
      });
    }
  });

  it('is ignored by routes without a query, such as pages', async () => {
    const statusOf = async (path: string) => {
      const response = await request(`${stage.url}${path}`, { headers: { cookie: client.cookie ?? '' } });
      await response.body.dump();
      return response.statusCode;
    };
    for (const path of ['/', '/verificar/x', '/api/openapi.json', '/api/auth/user']) {
      expect([path, await statusOf(`${path}?utm=promo%E7ao`)]).toEqual([path, await statusOf(path)]);
    }
    expect(await statusOf('/api/login/callback?error_description=n%E3o')).toBe(302);
  });
});

type Part = { name: string; value: Buffer; fileName?: Buffer };

/** Builds a multipart form from raw bytes. */
function formOf(parts: Part[]): [headers: Record<string, string>, body: Buffer] {
  const pieces = parts.flatMap(({ name, value, fileName }) => [
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"`),
    ...(fileName ? [Buffer.from('; filename="'), fileName, Buffer.from('"')] : []),
    Buffer.from('\r\n\r\n'),
    value,
    Buffer.from('\r\n'),
  ]);
  return [
    { 'content-type': 'multipart/form-data; boundary=b' },
    Buffer.concat([...pieces, Buffer.from('--b--\r\n')]),
  ];
}

const sendForm = (parts: Part[]) => send('POST', `${PATH}/upload`, ...formOf(parts));
const file = (fileName: Buffer | string): Part => ({
  name: 'file',
  value: ZIP,
  fileName: Buffer.from(fileName),
});

describe('a form', () => {
  it('with a file name or field that is not UTF-8 is refused', async () => {
    const refused = { status: 400, code: 'invalid-encoding' };
    expect(await sendForm([file(Buffer.from('c\u00f3digo.zip', 'latin1'))])).toMatchObject(refused);
    const field = { name: 'note', value: Buffer.from('jos\u00e9', 'latin1') };
    expect(await sendForm([field, file('a.zip')])).toMatchObject(refused);
    expect(names).toEqual([]);
  });

  it.each([
    ['código 株式.zip', 'código 株式.zip'],
    // A quotation mark, escaped as browsers do and as older curl versions do.
    ['a;b%22c.zip', 'a;b"c.zip'],
    ['a;b\\"c.zip', 'a;b"c.zip'],
    ['50%25.zip', '50%25.zip'],
  ])('decodes its file name: %s', async (written, name) => {
    expect(await sendForm([file(written)])).toMatchObject({ status: 200 });
    expect(names).toEqual([name]);
  });

  it('with a line break in the file name, as browsers escape it, is refused', async () => {
    expect(await sendForm([file('a%0Ab.zip')])).toMatchObject({ status: 400, code: 'invalid-input' });
  });
});

describe('a file name in a header', () => {
  const raw = (name: Buffer) =>
    send(
      'POST',
      `${PATH}/upload`,
      { 'content-type': 'application/zip', 'x-file-name': name.toString('latin1') },
      ZIP,
    );

  it('is read as UTF-8, percent-encoded or raw', async () => {
    for (const written of ['c%C3%B3digo.zip', 'código.zip']) {
      expect(await raw(Buffer.from(written))).toMatchObject({ status: 200 });
    }
    expect(names).toEqual(['código.zip', 'código.zip']);
  });

  it('that is not UTF-8 is refused', async () => {
    for (const written of ['c%F3digo.zip', 'c\u00f3digo.zip', 'c%zz.zip']) {
      const answer = await raw(Buffer.from(written, 'latin1'));
      expect(answer).toMatchObject({ status: 400, code: 'invalid-encoding' });
    }
    expect(names).toEqual([]);
  });
});

describe('the metadata of a tus upload', () => {
  const begin = (metadata: string) =>
    send('POST', `${PATH}/uploads`, { 'upload-length': '10', 'upload-metadata': metadata });
  const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
    Buffer.from(text, encoding).toString('base64');

  it('is parsed', async () => {
    const more = `,  relativePath ,filetype ${base64('application/zip')}`;
    expect(await begin(`filename ${base64('código.zip')}${more}`)).toMatchObject({ status: 201 });
    expect(names).toEqual(['código.zip']);
  });

  it('with a name that is not UTF-8 is refused', async () => {
    expect(await begin(`filename ${base64('c\u00f3digo.zip', 'latin1')}`)).toMatchObject({
      status: 400,
      code: 'invalid-encoding',
    });
  });

  it.each([
    `filename ${base64('a.zip')}junk!`,
    `filename ${base64('a.zip')} junk`,
    `filename ${base64('a.zip').replace('=', '')}`,
    `filename ${base64('a.zip')},other !`,
    `filename ${base64('a.zip')},filename ${base64('b.zip')}`,
    `filename ${base64('a.zip')},`,
    ` `,
    'filename _-8=',
  ])('that is not a list of keys and Base64 values is refused: %j', async (metadata) => {
    const answer = await begin(metadata);
    expect([answer.status, names]).toEqual([400, []]);
    expect(['invalid-input', 'no-file']).toContain(answer.code);
  });
});
