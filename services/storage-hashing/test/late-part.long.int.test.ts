import { createHash } from 'node:crypto';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestEnvironment } from '@g2/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newClaims, openWorld, uploadTicketFor, type World, zipOf } from './world.ts';

const MB = 1_000_000;
/** Minimum part size of S3, bytes; the last part may be smaller. */
const PART = 5 * 1024 * 1024;

/** Proxy to MinIO; while `isFull` it refuses the last part, like a full disk. */
const line = { isFull: false };
let server: Server | undefined;
let world: World | undefined;

beforeAll(async () => {
  const testEnv = await createTestEnvironment();
  const { s3 } = testEnv;
  await testEnv.close();
  if (!s3) return console.log('no S3 server here: a part that S3 takes later is not tried');
  server = http.createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (line.isFull && url.includes('partNumber=') && Number(headers['content-length']) < PART) {
      request.resume();
      return request.on('end', () => response.writeHead(507).end('full'));
    }
    const passed = http.request(new URL(url, s3.endpoint), { method, headers }, (reported) => {
      response.writeHead(reported.statusCode ?? 502, reported.headers);
      reported.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  world = await openWorld('s3', { S3_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await world?.close();
  server?.close();
});

it('completes an upload after S3 refused its last part, which the client sent only once', async (context) => {
  if (!world) return context.skip('no MinIO here');
  const { base, testEnv, objects } = world;
  const zip = await zipOf([12 * MB]);
  const sha256 = createHash('sha256').update(zip).digest('hex');
  const claims = newClaims();
  const ticket = await uploadTicketFor(testEnv, claims);
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: Buffer) => {
    const sent = body && new Uint8Array(body);
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${ticket}`, ...headers },
      ...(sent && { body: sent }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const announced = { 'upload-length': String(zip.length), 'x-content-sha256': sha256 };
  expect(await ask('POST', '/uploads', announced)).toMatchObject({ status: 201 });
  line.isFull = true;
  expect(await ask('PATCH', '/uploads', { 'upload-offset': '0' }, zip)).toMatchObject({ status: 503 });
  expect((await ask('GET', '/uploads', {})).body).toMatchObject({ offset: zip.length, size: zip.length });
  expect(await ask('POST', '/uploads/finish', {})).toMatchObject({ status: 503 });
  line.isFull = false;
  expect(await ask('POST', '/uploads/finish', {})).toMatchObject({
    status: 200,
    body: { stored: { sha256, size: zip.length } },
  });
  const [row] = await world.sql('SELECT key FROM objects WHERE jti = $1', [claims.jti]);
  expect(await objects.stat(String(row?.key))).toEqual({ size: zip.length });
});
