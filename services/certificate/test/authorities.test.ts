import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterTests } from '@g2/kit/testing';
import { readTimestamp, type StampedHash } from '@g2/proof/timestamp';
import { expect, onTestFinished, test } from 'vitest';
import { openAuthorities } from '../src/authorities/authorities.ts';
import { startAuthority } from './authority.ts';

const real = await closeAfterTests(startAuthority());
const { roots, urls } = real;
const some = (): StampedHash => ({ algorithm: 'sha256', hash: randomBytes(32) });

/** Starts a server that replaces an authority in one test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const ask = (url: string, what = some(), more: { timeoutMs?: number; clock?: () => Date } = {}) =>
  openAuthorities({ urls: [url], roots, ...more })[0]?.stamp(what);

test.each([0, 1])('authority %i returns a stamp that can be verified offline', async (which) => {
  for (const what of [some(), { algorithm: 'sha512', hash: randomBytes(64) } as const]) {
    const stamp = await openAuthorities({ urls, roots })[which]?.stamp(what);
    expect(stamp).toMatchObject(what);
    expect(readTimestamp(stamp?.answer ?? Buffer.alloc(0), roots).serial).toBe(stamp?.serial);
  }
});

test('refuses an authority with a certificate chain to an unknown root', async () => {
  const one = openAuthorities({ urls, roots: roots.slice(1) })[0];
  await expect(one?.stamp(some())).rejects.toThrow('no root that is known vouches for it');
});

test('refuses a replayed response and a stamp of another hash', async () => {
  const what = some();
  const first = await ask(urls[0] ?? '', what);
  const url = await serve((_, response) => void response.end(first?.answer));
  await expect(ask(url, what)).rejects.toThrow('an answer to another request');
  await expect(ask(url)).rejects.toThrow('another hash was stamped');
});

test.each([-6, 6])('refuses a stamp when the clocks differ by %i minutes', async (minutes) => {
  const clock = () => new Date(Date.now() + minutes * 60_000);
  await expect(ask(urls[0] ?? '', some(), { clock })).rejects.toThrow(/apart$/);
  const near = () => new Date(Date.now() + (minutes / 2) * 60_000);
  await expect(ask(urls[0] ?? '', some(), { clock: near })).resolves.toBeDefined();
});

test.each<[string, RequestListener, RegExp]>([
  ['a refusal', (_, response) => void response.writeHead(503).end(), /answered 503$/],
  ['a redirect', (_, response) => void response.writeHead(302, { location: urls[0] }).end(), /answered 302$/],
  [
    'an HTML page',
    (_, response) => void response.setHeader('content-type', 'text/html').end('<p>'),
    /text\/html$/,
  ],
  [
    'an oversized response',
    (_, response) => void response.end(Buffer.alloc(70_000)),
    /more than 65536 bytes$/,
  ],
  ['a malformed response', (_, response) => void response.end('hello'), /not DER$/],
  ['an empty response', (_, response) => void response.end(), /not DER$/],
  ['a missing response', () => {}, /timeout/],
])('reports %s of an authority as an error that names its host', async (_name, listener, says) => {
  const url = await serve(listener);
  const outgoing = ask(url, some(), { timeoutMs: 300 });
  await expect(outgoing).rejects.toThrow(says);
  await expect(outgoing).rejects.toThrow(`time stamp by ${new URL(url).host}: `);
});

test('sends the credentials in a URL and omits them from errors', async () => {
  let seen: IncomingMessage | undefined;
  const url = await serve((request, response) => {
    seen = request;
    response.writeHead(401).end();
  });
  const address = url.replace('http://', 'http://user:p%40ss@');
  const [authority] = openAuthorities({ urls: [address], roots });
  expect(authority?.url).toBe(url);
  await expect(authority?.stamp(some())).rejects.not.toThrow(/user|p@ss|p%40ss/);
  expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
});
