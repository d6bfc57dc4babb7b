import { createHash, randomBytes } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- a slow sender, and a cut at any moment
import { setTimeout } from 'node:timers/promises';
import { Upload, type UploadOptions } from 'tus-js-client';
import { describe, expect, it } from 'vitest';
import { DETAILS, ownWorld, upload as uploadAtOnce, zipOf } from './world.ts';

const world = await ownWorld({
  TRANSFER_IDLE_MS: '4000',
  WRITES_PER_MINUTE: '1000',
  MAX_UPLOAD_BYTES: '60000000',
});
const owner = await world.signUpClient();
const MIB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const register = async (): Promise<string> =>
  String((await owner.post('/api/registrations', DETAILS)).json.id);
const state = async (id: string) => (await owner.get(`/api/registrations/${id}/upload`)).json;
const held = async (id: string) => (await owner.get(`/api/registrations/${id}`)).json.sha256;

type Run = { upload: Upload; done: Promise<void> };

/** Starts an upload with a third-party tus client. */
function tus(id: string, bytes: Buffer, options: Partial<UploadOptions> = {}): Run {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  done.catch(() => {});
  const upload = new Upload(bytes, {
    endpoint: `${world.gateway.url}/api/registrations/${id}/uploads`,
    headers: { cookie: owner.cookie ?? '' },
    metadata: { filename: 'fonte.zip', sha256: sha256(bytes) },
    retryDelays: null,
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  });
  upload.start();
  return { upload, done };
}

/** Aborts after `at` bytes. @returns the upload's URL */
async function cutAt(id: string, bytes: Buffer, at: number, options: Partial<UploadOptions> = {}) {
  const reached = Promise.withResolvers<void>();
  const { upload, done } = tus(id, bytes, {
    ...options,
    onProgress: (sent) => sent >= at && reached.resolve(),
  });
  await Promise.race([reached.promise, done]);
  await upload.abort();
  return upload.url ?? '';
}

type Raw = { status: number; headers: Headers; body: Record<string, unknown> };
async function raw(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Raw> {
  const response = await fetch(url, {
    method,
    headers: { cookie: owner.cookie ?? '', 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}
const PART = { 'content-type': 'application/offset+octet-stream' };
const begin = (id: string, size: number, name = 'fonte.zip', more = '') =>
  raw('POST', `${world.gateway.url}/api/registrations/${id}/uploads`, {
    'upload-length': String(size),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}${more}`,
  });
const absolute = (response: Raw) => new URL(response.headers.get('location') ?? '', world.gateway.url).href;

describe('a tus upload', () => {
  it('[tus-whole] by tus-js-client has the same result as a single request', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(3 * MIB))];
    await tus(id, zip).done;
    expect(await held(id)).toBe(sha256(zip));
    expect(await state(id)).toEqual({
      state: 'stored',
      offset: zip.length,
      size: zip.length,
      fileName: 'fonte.zip',
      sha256: sha256(zip),
      problem: null,
    });
  });

  it('[tus-chunks] accepts chunks smaller than a storage part', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(2 * MIB))];
    await tus(id, zip, { chunkSize: 300_000 }).done;
    expect(await held(id)).toBe(sha256(zip));
  });

  it('[tus-resume] resumes after an interruption and sends only few bytes again', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(30 * MIB))];
    const url = await cutAt(id, zip, 12 * MIB);
    const after = await state(id);
    expect(after).toMatchObject({ state: 'receiving', size: zip.length, fileName: 'fonte.zip' });
    let [first, last] = [-1, 0];
    const rest = tus(id, zip, {
      uploadUrl: url,
      onProgress: (sent) => {
        if (first === -1) first = sent;
        last = sent;
      },
    });
    await rest.done;
    expect(first).toBeGreaterThan(8 * MIB);
    expect(last).toBe(zip.length);
    expect(await held(id)).toBe(sha256(zip));
  });

  it('[tus-superseded] is refused on its next request after a newer upload of any kind', async () => {
    for (const next of ['parts', 'one'] as const) {
      const [id, zip] = [await register(), zipOf(randomBytes(8 * MIB))];
      const begun = absolute(await begin(id, zip.length));
      const half = zip.subarray(0, 4 * MIB);
      const came = await raw('PATCH', begun, { ...PART, 'upload-offset': '0' }, half);
      expect(came).toMatchObject({ status: 204 });
      if (next === 'parts') await begin(id, 100);
      else await uploadAtOnce(world, owner, id);
      const more = await raw(
        'PATCH',
        begun,
        { ...PART, 'upload-offset': String(4 * MIB) },
        zip.subarray(4 * MIB),
      );
      expect(more).toMatchObject({ status: 409, body: { code: 'upload-superseded' } });
      expect((await raw('HEAD', begun, {})).status).toBe(409);
    }
  });

  it('[tus-superseded-running] is refused during a running request when a newer upload begins', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(40 * MIB))];
    const begun = absolute(await begin(id, zip.length));
    const slowly = new ReadableStream<Uint8Array>({
      async pull(to) {
        await setTimeout(50);
        to.enqueue(new Uint8Array(zip.subarray(0, 200_000)));
      },
    });
    const running = fetch(begun, {
      method: 'PATCH',
      headers: { cookie: owner.cookie ?? '', ...PART, 'upload-offset': '0', 'tus-resumable': '1.0.0' },
      body: ReadableStream.from(
        (async function* () {
          yield new Uint8Array(zip.subarray(0, 100));
          yield* slowly;
        })(),
      ),
      duplex: 'half',
    } as RequestInit);
    await expect.poll(async () => (await state(id)).state).toBe('receiving');
    await uploadAtOnce(world, owner, id);
    const answer = await running;
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'upload-superseded' });
  });

  it('[tus-hash] is refused permanently when its hash differs from the announced one', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(MIB))];
    const run = tus(id, zip, { metadata: { filename: 'fonte.zip', sha256: sha256(Buffer.from('x')) } });
    await expect(run.done).rejects.toThrow(/hash-mismatch/);
    expect(await state(id)).toMatchObject({ state: 'refused', problem: { code: 'hash-mismatch' } });
    expect(await held(id)).toBeNull();
  });

  it('[tus-refused] reports a faulty file at its first bytes, or at its end', async () => {
    const id = await register();
    await expect(tus(id, randomBytes(MIB)).done).rejects.toThrow(/not-a-zip/);
    const zip = zipOf(randomBytes(MIB));
    await expect(tus(id, zip.subarray(0, zip.length - 5)).done).rejects.toThrow(/zip-damaged/);
    expect(await state(id)).toMatchObject({ state: 'refused', problem: { code: 'zip-damaged' } });
  });

  it('[tus-offset] refuses a wrong offset, excess bytes and another tus version', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(MIB))];
    const begun = absolute(await begin(id, zip.length, 'fonte.zip', ',private'));
    const at = (offset: number, bytes: Buffer) =>
      raw('PATCH', begun, { ...PART, 'upload-offset': String(offset) }, bytes);
    expect(await at(5, zip)).toMatchObject({ status: 409, body: { code: 'upload-offset' } });
    expect(await at(0, Buffer.concat([zip, zip]))).toMatchObject({
      status: 413,
      body: { code: 'file-too-large' },
    });
    expect(await raw('HEAD', begun, { 'tus-resumable': '0.2.2' })).toMatchObject({ status: 412 });
    const first = await raw('HEAD', begun, {});
    expect(first.headers.get('upload-offset')).toBe('0');
    expect(first.headers.get('upload-metadata')).toBe(`filename ${btoa('fonte.zip')},private`);
    expect(await at(0, zip)).toMatchObject({ status: 204 });
    // The last response may be lost: a repeated request gets the same result.
    const again = await raw('HEAD', begun, {});
    expect(again.headers.get('upload-offset')).toBe(String(zip.length));
    expect(again.headers.get('upload-metadata')).toBe(first.headers.get('upload-metadata'));
    expect(await at(zip.length, Buffer.alloc(0))).toMatchObject({ status: 204 });
  });

  it('[tus-begin] is refused before its first byte when it cannot succeed', async () => {
    const id = await register();
    expect(await begin(id, 500 * MIB + 1)).toMatchObject({ status: 413, body: { code: 'file-too-large' } });
    expect(await begin(id, 0)).toMatchObject({ status: 400, body: { code: 'file-empty' } });
    expect(await begin(id, 10, 'a.rar')).toMatchObject({ status: 400, body: { code: 'not-a-zip' } });
    expect(await begin(id, 10, '')).toMatchObject({ status: 400, body: { code: 'no-file' } });
    expect(await begin(id, 10, 'a.zip', `,sha256 ${btoa('no')}`)).toMatchObject({ status: 400 });
    const other = await world.signUpClient();
    const theirs = await fetch(absolute(await begin(id, 10)), {
      method: 'HEAD',
      headers: { cookie: other.cookie ?? '', 'tus-resumable': '1.0.0' },
    });
    expect(theirs.status).toBe(404);
  });

  it('[tus-end] no longer exists after an abort', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(40 * MIB))];
    const url = await cutAt(id, zip, 2 * MIB);
    expect(await raw('DELETE', url, {})).toMatchObject({ status: 204 });
    expect(await raw('HEAD', url, {})).toMatchObject({ status: 404 });
    expect(await state(id)).toMatchObject({ state: 'none' });
  });

  it('[tus-lost] is completed by the next request when its sender left after the last byte', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(MIB))];
    const begun = absolute(await begin(id, zip.length));
    const gone = new AbortController();
    const body = new Uint8Array(zip);
    const sending = fetch(begun, {
      method: 'PATCH',
      headers: { cookie: owner.cookie ?? '', ...PART, 'upload-offset': '0', 'tus-resumable': '1.0.0' },
      body,
      signal: gone.signal,
    }).catch(() => undefined);
    await setTimeout(5);
    gone.abort();
    await sending;
    const url = new URL(begun);
    await tus(id, zip, { uploadUrl: url.href, retryDelays: [20, 50] }).done;
    expect(await held(id)).toBe(sha256(zip));
  });
});

describe('a single-request upload', () => {
  it('[upload-declared] is refused when its hash differs from X-Content-SHA256', async () => {
    const [id, zip] = [await register(), zipOf(randomBytes(1000))];
    const send = (hash: string) =>
      raw(
        'POST',
        `${world.gateway.url}/api/registrations/${id}/upload`,
        { 'content-type': 'application/zip', 'x-file-name': 'fonte.zip', 'x-content-sha256': hash },
        zip,
      );
    expect(await send(sha256(Buffer.from('x')))).toMatchObject({
      status: 400,
      body: { code: 'hash-mismatch' },
    });
    expect(await send('abc')).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    expect(await send(sha256(zip))).toMatchObject({ status: 200, body: { sha256: sha256(zip) } });
  });
});
