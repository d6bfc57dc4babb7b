import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { type Gateway, start } from '../src/gateway.ts';
import { ENV } from './stage.ts';

let gateway: Gateway;
let dist: string;

const write = (path: string, text: string) => writeFile(join(dist, path), text);

/** Asks without fetch's own decompression. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
    const asked = request(new URL(path, gateway.url), { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', failed);
    asked.end();
  });
}

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'g2-spa-'));
  await mkdir(join(dist, 'assets'));
  await write('index.html', '<title>app __PUBLIC_URL__</title>');
  await write('landing.html', '<title>landing __PUBLIC_URL__</title>');
  await write('sitemap.xml', '<loc>__PUBLIC_URL__/</loc>');
  await write('robots.txt', 'Sitemap: __PUBLIC_URL__/sitemap.xml');
  await write('assets/app-1.js', 'plain');
  await write('assets/app-1.js.br', 'as if compressed');
  const env = { ...ENV, PUBLIC_URL: 'https://g2.example.com/', WEB_DIST: dist };
  const log = createLogger('gateway', 'info', { write: () => undefined });
  gateway = await start(loadConfig(config, env), { log });
});

afterAll(async () => {
  await gateway.stop();
  await rm(dist, { recursive: true });
});

describe('the front page', () => {
  it('is prerendered for whoever has no session cookie, the application for others', async () => {
    const visitor = await get('/?utm=1');
    expect(visitor.body.toString()).toBe('<title>landing https://g2.example.com</title>');
    expect(visitor.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' });
    for (const cookie of ['g2_session=x', 'a=b; __Host-g2_session=x']) {
      expect((await get('/', { cookie })).body.toString()).toBe('<title>app https://g2.example.com</title>');
    }
    expect((await get('/', { cookie: 'theme=dark' })).body.toString()).toContain('landing');
    const other = await get('/help');
    expect(other.body.toString()).toContain('app');
    expect(other.headers.vary).toBe('accept-encoding');
  });

  it('is told apart by its tag, so that signing in is never answered from a cache', async () => {
    const tag = String((await get('/')).headers.etag);
    expect((await get('/', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/', { 'if-none-match': tag, cookie: 'g2_session=x' })).status).toBe(200);
  });

  it('is read again after a new build', async () => {
    const before = (await get('/')).headers.etag;
    await write('landing.html', '<title>landing, once more</title>');
    await utimes(join(dist, 'landing.html'), new Date(), new Date(Date.now() + 5_000));
    const after = await get('/');
    expect(after.body.toString()).toContain('once more');
    expect(after.headers.etag).not.toBe(before);
  });
});

describe('compression', () => {
  it('is as the asker wants it', async () => {
    const of = (accepted: string) => get('/help', { 'accept-encoding': accepted });
    const [br, gzip, none] = [await of('gzip, br'), await of('gzip;q=1.0'), await of('br;q=0, identity')];
    expect([br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    const text = none.body.toString();
    expect(text).toContain('<title>app');
    expect([brotliDecompressSync(br.body).toString(), gunzipSync(gzip.body).toString()]).toEqual([
      text,
      text,
    ]);
  });

  it('sends the copies that the build made, never under their own names', async () => {
    const small = await get('/assets/app-1.js', { 'accept-encoding': 'br' });
    expect([small.body.toString(), small.headers['content-encoding']]).toEqual(['as if compressed', 'br']);
    expect(small.headers['content-type']).toMatch(/javascript/);
    expect((await get('/assets/app-1.js')).body.toString()).toBe('plain');
    expect((await get('/assets/app-1.js.br')).status).toBe(404);
  });
});

describe('documents that name the public address', () => {
  it.each([
    ['/sitemap.xml', 'application/xml; charset=utf-8', '<loc>https://g2.example.com/</loc>'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'Sitemap: https://g2.example.com/sitemap.xml'],
  ])('%s', async (path, type, text) => {
    const answer = await get(path);
    expect([answer.status, answer.headers['content-type'], answer.body.toString()]).toEqual([
      200,
      type,
      text,
    ]);
  });
});
