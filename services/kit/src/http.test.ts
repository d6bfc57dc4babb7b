import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
// oxlint-disable-next-line no-restricted-imports -- the time limits under test pass
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createHttp, endConnectionsWhenStopping, limitBodies } from './http.ts';
import { createLogger } from './log.ts';

it('closes the server after the last response although the client keeps its connection open', async () => {
  const http = createHttp(createLogger('identity', 'silent'), async () => true);
  const requested = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  http.app.get('/slow', async () => {
    requested.resolve();
    await answer.promise;
    return 'done';
  });
  // The slow route responds only after the close has begun.
  http.app.addHook('preClose', async () => answer.resolve());
  const port = await http.listen('127.0.0.1', 0);
  const kept = await fetch(`http://127.0.0.1:${port}/livez`);
  expect(kept.headers.get('connection')).toBe('keep-alive');
  const given = fetch(`http://127.0.0.1:${port}/slow`);
  await requested.promise;
  const closed = http.app.close();
  const response = await given;
  expect(await response.text()).toBe('done');
  expect(response.headers.get('connection')).toBe('close');
  // If a connection stayed open, this would exceed the test's time-out.
  await closed;
});

it('[drain] serves new and kept connections until the drain ends, each for one more request', async () => {
  const http = createHttp(createLogger('identity', 'silent'), async () => true);
  http.app.get('/work', async () => 'done');
  const port = await http.listen('127.0.0.1', 0);
  const ask = async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/work`);
    return [status, headers.get('connection')];
  };
  expect(await ask()).toEqual([200, 'keep-alive']);
  const stopped = http.stop({ drainMs: 500, graceMs: 10_000 });
  expect([await ask(), await ask()]).toEqual([
    [200, 'close'],
    [200, 'close'],
  ]);
  await stopped;
  await expect(ask()).rejects.toThrow();
});

it('cuts requests that still run after the grace period of a stop', async () => {
  const http = createHttp(createLogger('identity', 'silent'), async () => true);
  const requested = Promise.withResolvers<void>();
  http.app.get('/endless', async () => {
    requested.resolve();
    await new Promise(() => {});
  });
  const port = await http.listen('127.0.0.1', 0);
  const cut = expect(fetch(`http://127.0.0.1:${port}/endless`)).rejects.toThrow();
  await requested.promise;
  await http.stop({ drainMs: 0, graceMs: 200 });
  await cut;
});

it('ends each connection with its next response once the stop is announced', async () => {
  const app = Fastify();
  const connections = endConnectionsWhenStopping(app);
  app.get('/', async () => 'done');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const connection = async () => (await fetch(url)).headers.get('connection');
  expect(await connection()).toBe('keep-alive');
  connections.announceClose();
  expect([await connection(), await connection()]).toEqual(['close', 'close']);
  await app.close();
});

it('[kept-announced] waits for the next request of each idle connection, but not without one', async () => {
  const app = Fastify();
  const connections = endConnectionsWhenStopping(app);
  app.get('/', async () => 'done');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const isOver = (reported: Promise<void>) => Promise.race([reported.then(() => true), delay(200, false)]);
  const minute = 60_000;
  expect(await isOver(connections.idleConnectionsClosed(minute))).toBe(true);
  expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
  connections.announceClose();
  const reported = connections.idleConnectionsClosed(minute);
  expect(await isOver(reported)).toBe(false);
  expect(await isOver(connections.idleConnectionsClosed(50))).toBe(true);
  expect((await fetch(url)).headers.get('connection')).toBe('close');
  await reported;
  await app.close();
});

it('responds 408 to an incomplete body and closes the connection, except for file transfers', async () => {
  const app = Fastify();
  limitBodies(app, ({ url }) => url === '/transfer', 300);
  for (const path of ['/', '/transfer']) app.post(path, async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const send = (path: string) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    );
    return socket;
  };
  expect(await answerOn(send('/'))).toMatch(/^HTTP\/1\.1 408 /);
  const dripping = send('/');
  const drip = setInterval(() => dripping.write(' '), 100);
  expect(await answerOn(dripping)).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
  const transfer = send('/transfer');
  // oxlint-disable-next-line no-restricted-globals -- a slow sender
  const late = setTimeout(() => transfer.write('"a":"b"}'), 600);
  transfer.once('data', () => transfer.end());
  expect(await answerOn(transfer)).toMatch(/^HTTP\/1\.1 200 /);
  clearTimeout(late);
  await app.close();
});

/**
 * Reads until the connection closes. Ignores errors: while the sender still writes, a reset may follow the response.
 */
async function answerOn(socket: Socket): Promise<string> {
  let read = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      read += chunk;
    });
  if (!socket.closed) await once(socket, 'close').catch(() => {});
  return read;
}
