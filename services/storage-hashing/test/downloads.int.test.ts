import { newId } from '@g2/kit/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, putUpload, uploadTicketFor, type World, zipOf } from './world.ts';

let world: World;
let zip: Buffer;
let ticket: string;
let sha256: string;
let objectKey: string;

beforeAll(async () => {
  const found = await openWorld('fs');
  if (!found) throw new Error('the file-system driver is always there');
  world = found;
  zip = await zipOf([300_000]);
  const { body } = await putUpload(world.base, await uploadTicketFor(world.testEnv), zip);
  sha256 = body.sha256 ?? '';
  objectKey = (await world.keysIn())[0] ?? '';
  ticket = await sign({});
});
afterAll(() => world?.close());

const sign = (other: object) =>
  world.testEnv
    .keys('registration')
    .sign('download-ticket', { objectKey, fileName: 'a.zip', size: zip.length, sha256, ...other }, 300);

const get = (headers: Record<string, string> = {}, method = 'GET', by = ticket) =>
  fetch(`${world.base}/objects`, { method, headers: { authorization: `Bearer ${by}`, ...headers } });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

it('returns every byte, with length, ETag and accept-ranges', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-length': String(zip.length),
    'accept-ranges': 'bytes',
    'content-type': 'application/zip',
    etag: `"${sha256}"`,
  });
  expect((await bytesOf(response)).equals(zip)).toBe(true);
});

it('returns the same headers for HEAD, without the bytes', async () => {
  const response = await get({}, 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(zip.length));
  expect((await bytesOf(response)).length).toBe(0);
});

it('returns one byte range with status 206', async () => {
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=1000-1999', 1000, 1999],
    ['bytes=-5', -5, undefined],
    ['bytes=200000-', 200_000, undefined],
  ] as const) {
    const response = await get({ range, 'if-range': `"${sha256}"` });
    expect(response.status).toBe(206);
    const expected = zip.subarray(start, end === undefined ? undefined : end + 1);
    expect((await bytesOf(response)).equals(expected)).toBe(true);
    const first = start < 0 ? zip.length + start : start;
    const last = end ?? zip.length - 1;
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${zip.length}`);
  }
});

it('ignores Range when If-Range differs and returns 416 past the end', async () => {
  const whole = await get({ range: 'bytes=0-9', 'if-range': '"other"' });
  expect(whole.status).toBe(200);
  expect((await bytesOf(whole)).length).toBe(zip.length);
  const past = await get({ range: `bytes=${zip.length}-` });
  expect(past.status).toBe(416);
  expect(past.headers.get('content-range')).toBe(`bytes */${zip.length}`);
  await past.arrayBuffer();
});

it('returns 304 when If-None-Match matches, with any range', async () => {
  for (const known of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) {
    const response = await get({ 'if-none-match': known, range: 'bytes=0-9' });
    expect([response.status, response.headers.get('etag')]).toEqual([304, `"${sha256}"`]);
    expect((await bytesOf(response)).length).toBe(0);
  }
  expect((await bytesOf(await get({ 'if-none-match': '"other"' }))).length).toBe(zip.length);
});

it('refuses invalid tickets and unknown objects', async () => {
  const wrong = await world.testEnv.keys('registration').sign('upload-ticket', { objectKey }, 300);
  // Tickets for listing or reading files do not permit a download.
  const less = [await sign({ use: 'list' }), await sign({ use: 'file' })];
  for (const by of ['x', wrong, ...less]) expect((await get({}, 'GET', by)).status).toBe(401);
  for (const other of [newId(), '../../etc/passwd', `ab/${newId()}.zip`]) {
    const response = await get({}, 'GET', await sign({ objectKey: other }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not-found' });
  }
});
