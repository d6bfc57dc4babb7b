import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@g2/kit/testing';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { DETAILS, ownWorld, zipOf } from './world.ts';

const world = await ownWorld({ TRANSFER_IDLE_MS: '4000' });
const owner = await world.signUpClient();

const register = async (client: Client = owner): Promise<string> => {
  const response = await client.post('/api/registrations', DETAILS);
  expect(response.status, response.text).toBe(201);
  return String(response.json.id);
};

type Sent = { status: number; body: Record<string, unknown> };

async function sendBytes(
  id: string,
  bytes: Buffer | string,
  headers: Record<string, string>,
  client: Client = owner,
): Promise<Sent> {
  const response = await request(`${world.gateway.url}/api/registrations/${id}/upload`, {
    method: 'POST',
    headers: { cookie: client.cookie ?? '', ...headers },
    body: bytes,
  });
  return { status: response.statusCode, body: (await response.body.json()) as Sent['body'] };
}

const raw = (id: string, bytes: Buffer, name = 'fonte.zip', client: Client = owner) =>
  sendBytes(
    id,
    bytes,
    { 'content-type': 'application/zip', 'x-file-name': encodeURIComponent(name) },
    client,
  );

async function form(id: string, build: (data: FormData) => void): Promise<Sent> {
  const data = new FormData();
  build(data);
  const response = await fetch(`${world.gateway.url}/api/registrations/${id}/upload`, {
    method: 'POST',
    headers: { cookie: owner.cookie ?? '' },
    body: data,
  });
  return { status: response.status, body: (await response.json()) as Sent['body'] };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('an upload', () => {
  it('[upload-multipart] returns hash, name and size of a file sent in a multipart form', async () => {
    const zip = zipOf(randomBytes(700_000));
    const id = await register();
    const sent = await form(id, (data) => {
      data.append('comment', 'antes do arquivo');
      data.append('file', new Blob([zip]), 'código fonte.zip');
    });
    expect(sent).toEqual({
      status: 200,
      body: { sha256: sha256(zip), fileName: 'código fonte.zip', fileSize: zip.length },
    });
    const { json } = await owner.get(`/api/registrations/${id}`);
    expect(json).toMatchObject({ sha256: sha256(zip), fileName: 'código fonte.zip', canPay: true });
  });

  it('[journey-multipart] accepts a multipart form sent by curl', async () => {
    const zip = zipOf(randomBytes(1_000));
    const path = join(tmpdir(), `${randomBytes(6).toString('hex')}.zip`);
    await writeFile(path, zip);
    const url = `${world.gateway.url}/api/registrations/${await register()}/upload`;
    const file = `file=@${path};filename=fonte.zip;type=application/zip`;
    const { stdout } = await promisify(execFile)('curl', ['-sS', '-b', owner.cookie ?? '', '-F', file, url]);
    expect(JSON.parse(stdout)).toEqual({ sha256: sha256(zip), fileName: 'fonte.zip', fileSize: zip.length });
  });

  it('accepts raw bytes, and replaces the earlier file', async () => {
    const id = await register();
    const first = zipOf(randomBytes(1_000));
    const second = zipOf(randomBytes(2_000_000));
    expect((await raw(id, first)).status).toBe(200);
    const sent = await raw(id, second, 'versão 2.zip');
    expect(sent.body).toEqual({ sha256: sha256(second), fileName: 'versão 2.zip', fileSize: second.length });
  });

  it('[download-bytes] is downloaded byte for byte, whole or in ranges', async () => {
    const zip = zipOf(randomBytes(1_500_000));
    const id = await register();
    await raw(id, zip, 'meu "código".zip');
    const url = `${world.gateway.url}/api/registrations/${id}/download`;
    const headers = { cookie: owner.cookie ?? '' };
    const whole = await request(url, { headers });
    expect(whole.statusCode).toBe(200);
    expect(Buffer.from(await whole.body.arrayBuffer()).equals(zip)).toBe(true);
    expect(whole.headers['content-length']).toBe(String(zip.length));
    expect(whole.headers['content-disposition']).toContain("filename*=UTF-8''meu%20%22c%C3%B3digo%22.zip");
    const part = await request(url, { headers: { ...headers, range: 'bytes=100-199' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${zip.length}`);
    expect(Buffer.from(await part.body.arrayBuffer()).equals(zip.subarray(100, 200))).toBe(true);
    const beyond = await request(url, { headers: { ...headers, range: `bytes=${zip.length}-` } });
    expect(beyond.statusCode).toBe(416);
    await beyond.body.dump();
    const head = await request(url, { method: 'HEAD', headers });
    expect([head.statusCode, head.headers['content-length'], await head.body.text()]).toEqual([
      200,
      String(zip.length),
      '',
    ]);
    expect(head.headers.etag).toBe(whole.headers.etag);
    for (const method of ['GET', 'HEAD'] as const) {
      const known = { 'if-none-match': String(whole.headers.etag) };
      const again = await request(url, { method, headers: { ...headers, ...known } });
      expect([again.statusCode, again.headers.etag, await again.body.text()]).toEqual([
        304,
        whole.headers.etag,
        '',
      ]);
    }
  });

  it('is allowed for the owner only, while staff may download the file', async () => {
    const id = await register();
    const zip = zipOf(randomBytes(500));
    const other = await world.signUpClient();
    expect((await raw(id, zip, 'a.zip', other)).status).toBe(404);
    expect((await raw(id, zip)).status).toBe(200);
    expect((await other.get(`/api/registrations/${id}/download`)).status).toBe(404);
    const operator = await world.signInAs('operador');
    expect((await operator.get(`/api/registrations/${id}/download`)).status).toBe(200);
  });
});

describe('a replaced file', () => {
  it('shows its changes and both versions to owner and staff until the review ends', async () => {
    const id = await register();
    const [first, second] = [Buffer.from('# Um\n'), Buffer.from('# Dois\n')];
    const zip = zipOf(first, 'LEIA-ME.md');
    await raw(id, zip, 'v1.zip');
    const [admin, operator] = [await world.signInAs('admin'), await world.signInAs('operador')];
    const set = (status: string) => admin.patch(`/api/admin/registrations/${id}/status`, { status });
    const act = (action: string) => operator.patch(`/api/registrations/${id}/operator-action`, { action });
    for (const status of ['paid', 'reviewing']) expect((await set(status)).status).toBe(200);
    expect((await act('request_corrections')).status).toBe(200);
    const files = `/api/registrations/${id}/files`;
    expect((await owner.get(`${files}/changes`)).json).toMatchObject({ code: 'not-found' });
    expect((await raw(id, zipOf(second, 'LEIA-ME.md'), 'v2.zip')).status).toBe(200);
    expect((await owner.get(`/api/registrations/${id}`)).json.hasEarlierFile).toBe(true);
    for (const client of [owner, operator]) {
      const { json } = await eventually('both were looked into', async () => {
        const response = await client.get(`${files}/changes?change=changed`);
        return response.status === 200 && response;
      });
      const isText = { language: 'Markdown', isText: true };
      expect(json).toEqual({
        items: [{ path: 'LEIA-ME.md', change: 'changed', size: 7, sizeBefore: 5, ...isText }],
        total: 1,
        page: 1,
        pageSize: 100,
        added: 0,
        removed: 0,
        changed: 1,
        earlier: {
          fileName: 'v1.zip',
          size: zip.length,
          sha256: sha256(zip),
          attachedAt: expect.any(String),
        },
      });
      expect((await client.get(`${files}/content?path=LEIA-ME.md`)).text).toBe('# Dois\n');
      const earlier = await client.get(`${files}/content?path=LEIA-ME.md&version=earlier`);
      expect([earlier.text, earlier.headers['x-whole']]).toEqual(['# Um\n', 'true']);
    }
    expect((await owner.get(`${files}/content?path=LEIA-ME.md&version=x`)).status).toBe(400);
    expect((await owner.get(`${files}/changes?change=moved`)).status).toBe(400);
    expect((await (await world.signUpClient()).get(`${files}/changes`)).status).toBe(404);
    expect((await owner.get(`${files}/proof?path=LEIA-ME.md`)).status).toBe(200);
    expect((await operator.get(`${files}/proof?path=LEIA-ME.md`)).status).toBe(403);
    expect((await owner.send('POST', `/api/registrations/${id}/resubmit`)).status).toBe(200);
    for (const status of ['reviewing', 'government_processing']) expect((await set(status)).status).toBe(200);
    for (const path of [`${files}/changes`, `${files}/content?path=LEIA-ME.md&version=earlier`]) {
      expect((await operator.get(path)).status).toBe(404);
    }
  });
});

describe('an upload is refused', () => {
  it('without a file', async () => {
    const id = await register();
    const text = 'Por favor, selecione um arquivo ZIP.';
    const none = await form(id, (data) => data.append('comment', 'só isto'));
    expect([none.status, none.body.message]).toEqual([400, text]);
    const other = await form(id, (data) => data.append('document', new Blob(['x']), 'a.zip'));
    expect([other.status, other.body.code]).toEqual([400, 'no-file']);
    const nothing = await owner.send('POST', `/api/registrations/${id}/upload`);
    expect([nothing.status, nothing.json.message]).toEqual([400, text]);
    const unnamed = await sendBytes(id, zipOf(randomBytes(9)), { 'content-type': 'application/zip' });
    expect([unnamed.status, unnamed.body.code]).toEqual([400, 'no-file']);
  });

  it('that is not a ZIP by name or content', async () => {
    const id = await register();
    const zip = zipOf(randomBytes(100));
    const byName = await raw(id, zip, 'fonte.rar');
    expect([byName.status, byName.body.message]).toEqual([400, 'Apenas arquivos ZIP são permitidos.']);
    const inForm = await form(id, (data) => data.append('file', new Blob([randomBytes(900_000)]), 'a.tar'));
    expect([inForm.status, inForm.body.code]).toEqual([400, 'not-a-zip']);
    const byContent = await raw(id, randomBytes(1_000_000));
    const noZip = [400, 'not-a-zip', 'O conteúdo deste arquivo não é um ZIP.'];
    expect([byContent.status, byContent.body.code, byContent.body.message]).toEqual(noZip);
  });

  it('that is empty, or a ZIP without files', async () => {
    const id = await register();
    const nothing = [400, 'file-empty', 'O arquivo tem 0 byte.'];
    const empty = await raw(id, Buffer.alloc(0));
    expect([empty.status, empty.body.code, empty.body.message]).toEqual(nothing);
    const inForm = await form(id, (data) => data.append('file', new Blob([]), 'a.zip'));
    expect([inForm.status, inForm.body.code, inForm.body.message]).toEqual(nothing);
    const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
    const bare = await raw(id, emptyZip);
    expect([bare.status, bare.body.code, bare.body.message]).toEqual([
      400,
      'zip-empty',
      'O ZIP está vazio: não contém nenhum arquivo.',
    ]);
  });

  it('with a malformed name, another type or a malformed body', async () => {
    const id = await register();
    const zip = zipOf(randomBytes(100));
    const broken = { 'content-type': 'application/zip', 'x-file-name': '%E0%A4%A.zip' };
    expect((await sendBytes(id, zip, broken)).status).toBe(400);
    const json = await sendBytes(id, '{}', { 'content-type': 'application/json' });
    expect([json.status, json.body.code]).toEqual([415, 'unsupported-media-type']);
    const noBoundary = await sendBytes(id, 'x', { 'content-type': 'multipart/form-data' });
    expect(noBoundary.status).toBe(400);
    const cut = await sendBytes(
      id,
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n',
      {
        'content-type': 'multipart/form-data; boundary=b',
      },
    );
    expect(cut.status).toBe(400);
  });

  it('[upload-too-large] that is too large, before its end, as a form and as raw bytes', async () => {
    const id = await register();
    const large = zipOf(randomBytes(12_000_000));
    const sent = await raw(id, large);
    expect([sent.status, sent.body.code]).toEqual([413, 'file-too-large']);
    const inForm = await form(id, (data) => data.append('file', new Blob([large]), 'a.zip'));
    expect([inForm.status, inForm.body.code]).toEqual([413, 'file-too-large']);
    const declared = {
      'content-type': 'application/zip',
      'content-length': '524288001',
      'x-file-name': 'a.zip',
    };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = httpRequest(`${world.gateway.url}/api/registrations/${id}/upload`, {
        method: 'POST',
        headers: { cookie: owner.cookie ?? '', ...declared },
      });
      outgoing.on('response', (response) => {
        resolve(response.statusCode);
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.write(Buffer.alloc(1_000));
    });
    expect(status).toBe(413);
  });

  it('without a session, while its sender can still read the response', async () => {
    const id = await register();
    const sent = await raw(id, zipOf(randomBytes(8_000_000)), 'a.zip', world.anonymousClient());
    expect([sent.status, sent.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('of a file that another registration already has', async () => {
    const zip = zipOf(randomBytes(3_000));
    const [mine, again] = [await register(), await register()];
    await raw(mine, zip);
    const own = await raw(again, zip);
    expect([own.status, own.body.code, own.body.registrationId]).toEqual([409, 'duplicate-file', mine]);
    const other = await world.signUpClient();
    const unpaidId = await register(other);
    expect((await raw(unpaidId, zip, 'a.zip', other)).status).toBe(200);
    expect((await other.get(`/api/registrations/${unpaidId}`)).json).toMatchObject({
      canPay: true,
      fileTaken: false,
    });
    const admin = await world.signInAs('admin');
    expect((await admin.patch(`/api/admin/registrations/${mine}/status`, { status: 'paid' })).status).toBe(
      200,
    );
    expect((await other.get(`/api/registrations/${unpaidId}`)).json).toMatchObject({
      canPay: false,
      fileTaken: true,
    });
    const intent = await other.post(`/api/registrations/${unpaidId}/payment-intent`);
    expect([intent.status, intent.json.code]).toEqual([409, 'file-taken']);
    const third = await world.signUpClient();
    const theirs = await raw(await register(third), zip, 'a.zip', third);
    expect([theirs.status, theirs.body.code]).toEqual([409, 'duplicate-file']);
    expect(theirs.body.registrationId).toBeUndefined();
  });
});

describe('an interrupted upload', () => {
  const begin = (id: string) => {
    const { hostname, port } = new URL(world.gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/registrations/${id}/upload HTTP/1.1\r\nhost: x\r\ncookie: ${owner.cookie}\r\n` +
        'content-type: application/zip\r\nx-file-name: a.zip\r\ncontent-length: 1000000\r\n\r\n',
    );
    socket.write(zipOf(randomBytes(10_000)));
    return socket;
  };

  it('leaves the registration unchanged when its sender disconnects, and can be repeated', async () => {
    const id = await register();
    const socket = begin(id);
    await new Promise((resolve) => socket.write('x', resolve));
    socket.destroy();
    const zip = zipOf(randomBytes(1_000));
    await eventually('the registration can be uploaded to', async () => (await raw(id, zip)).status === 200);
    const { json } = await owner.get(`/api/registrations/${id}`);
    expect(json.sha256).toBe(sha256(zip));
  });

  it('times out without further bytes', async () => {
    const socket = begin(await register());
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('O envio parou');
  });
});

describe('while storage is unavailable', () => {
  it('uploads return 503, and other routes work', async () => {
    const id = await register();
    await world.peers.storage.kill('SIGKILL');
    const sent = await raw(id, zipOf(randomBytes(100_000)));
    expect([sent.status, sent.body.code]).toEqual([503, 'unavailable']);
    expect((await owner.get(`/api/registrations/${id}`)).status).toBe(200);
  });
});
