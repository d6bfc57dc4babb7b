import { once as happens } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWriteOnce } from './s3-write-once.ts';

/** Responds 501 to requests with `If-None-Match: *`. */
const server = http.createServer(({ headers }, response) => {
  const condition = headers['if-none-match'];
  response.writeHead(condition === '*' ? 501 : 200).end();
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await happens(server, 'listening');
});
afterAll(() => {
  server.close();
});

async function status(
  once: ReturnType<typeof createWriteOnce>,
  method: string,
  path: string,
): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const request = http.request({ host: '127.0.0.1', port, method, path });
  once.watch(request);
  request.end();
  const [response] = (await happens(request, 'response')) as [http.IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

it.each([
  ['PUT', '/b/ab/x.zip?X-Amz-Signature=1', 501],
  ['POST', '/b/ab/x.zip?uploadId=1', 501],
  ['POST', '/b/ab/x.zip?uploads', 200],
  ['PUT', '/b/ab/x.zip?partNumber=1&uploadId=1', 200],
  ['PUT', '/b/ab/x.zip?retention', 200],
  ['GET', '/b/ab/x.zip', 200],
  ['DELETE', '/b/ab/x.zip', 200],
  ['PUT', '/b', 200],
])('%s %s returns %i from a server that does not support If-None-Match', async (method, path, expected) => {
  expect(await status(createWriteOnce(), method, path)).toBe(expected);
});

it('sends no If-None-Match after a 501', async () => {
  const once = createWriteOnce();
  const answers = [];
  for (let times = 0; times < 3; times++) answers.push(await status(once, 'PUT', '/b/ab/x.zip'));
  expect(answers).toEqual([501, 200, 200]);
});
