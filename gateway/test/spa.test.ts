import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_PATHS, PAGES } from '../contract/pages.ts';
import { config } from '../src/config.ts';
import { type Gateway, start } from '../src/gateway.ts';
import { ENV } from './test-gateway.ts';

let gateway: Gateway;
let dist: string;

const PARTS = JSON.stringify({
  '/auth': ['/assets/auth.css', '/assets/base.js', '/assets/auth.js'],
  '/dashboard': ['/assets/dashboard.css', '/assets/base.js', '/assets/dashboard.js'],
});
const HEAD = '<!--page--><title>in development</title><!--/page-->';
const write = (path: string, text: string) => writeFile(join(dist, path), text);

/** Sends a request without decompressing the response. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
    const outgoing = request(new URL(path, gateway.url), { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    outgoing.on('error', failed);
    outgoing.end();
  });
}

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'g2-spa-'));
  await mkdir(join(dist, 'assets'));
  await write(
    'index.html',
    `app __PUBLIC_URL__${HEAD}<link href="/assets/base.js"></head><div id="root"></div>`,
  );
  await write('help.html', `${HEAD}the help`);
  await write('landing.html', '<title>landing __PUBLIC_URL__</title>');
  await write('sitemap.xml', '<loc>__PUBLIC_URL__/</loc>');
  await write('robots.txt', 'Sitemap: __PUBLIC_URL__/sitemap.xml');
  await mkdir(join(dist, 'server'));
  await write('server/parts.json', PARTS);
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

describe('the application', () => {
  const linksOf = async (path: string, headers = {}) =>
    [
      ...(await get(path, headers)).body
        .toString()
        .matchAll(/<link rel="(\w+)"[^>]*href="(\/assets\/[^"]+)"/g),
    ].map(([, how, href]) => `${how} ${href}`);

  it('preloads each file of the requested page once', async () => {
    const cookie = 'g2_session=x';
    expect(await linksOf('/dashboard', { cookie })).toEqual([
      'preload /assets/dashboard.css',
      'modulepreload /assets/dashboard.js',
    ]);
    expect(await linksOf('/profile', { cookie })).toEqual([]);
    expect(await linksOf('/nowhere', { cookie })).toEqual([]);
  });

  it('without a session preloads the sign-in page and prefetches the dashboard', async () => {
    const signingIn = [
      'preload /assets/auth.css',
      'modulepreload /assets/auth.js',
      'prefetch /assets/dashboard.css',
      'prefetch /assets/dashboard.js',
    ];
    expect(await linksOf('/auth')).toEqual(signingIn);
    expect(await linksOf('/dashboard')).toEqual(signingIn);
  });

  it('does not serve the list of page files', async () => {
    expect((await get('/server/parts.json')).status).toBe(404);
  });
});

describe('the front page', () => {
  it('is prerendered without a session cookie, and the application with one', async () => {
    const visitor = await get('/?utm=1');
    expect(visitor.body.toString()).toBe('<title>landing https://g2.example.com</title>');
    expect(visitor.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' });
    for (const cookie of ['g2_session=x', 'a=b; __Host-g2_session=x']) {
      expect((await get('/', { cookie })).body.toString()).toMatch(/^app https:\/\/g2\.example\.com/);
    }
    expect((await get('/', { cookie: 'theme=dark' })).body.toString()).toContain('landing');
    const other = await get('/auth');
    expect(other.body.toString()).toContain('app');
    expect((await get('/robots.txt')).headers.vary).toBe('accept-encoding');
  });

  it('has an ETag per session state, so that no cached page hides a sign-in', async () => {
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

describe('pages', () => {
  const page = (path: string, cookie?: string) => get(path, cookie === undefined ? {} : { cookie });
  const text = async (path: string, cookie?: string) => (await page(path, cookie)).body.toString();
  const SESSION = 'g2_session=x';

  // The page of a certificate is tested in test/verification.test.ts.
  it.each(PAGE_PATHS.filter((path) => path !== '/verificar/:number' && path !== '/en/verify/:number'))(
    '%s returns 200 with and without session',
    async (path) => {
      const address = path.replace(':id', '0192f0c0-0000-7000-8000-000000000000');
      for (const request of [address, `${address}?a=b`, `${address.toUpperCase()}/`.replace('//', '/')])
        for (const cookie of [undefined, SESSION])
          expect((await page(request, cookie)).status, request).toBe(200);
    },
  );

  it.each([
    '/nao-existe',
    '/admin/zzz',
    '/operator/registrations',
    '/operator/a/b',
    '/help/x',
    '/verificar/a/b',
  ])('%s returns the 404 page, not indexed', async (path) => {
    for (const cookie of [undefined, SESSION]) {
      const response = await page(path, cookie);
      expect([response.status, response.headers['cache-control']]).toEqual([404, 'no-cache']);
      const html = response.body.toString();
      expect(html).toContain('<title>Page Not Found · G2 Software Registry</title>');
      expect(html).toContain('<meta name="robots" content="noindex" />');
      expect(html).toContain('<div id="root">');
      const tag = String(response.headers.etag);
      expect((await get(path, { 'if-none-match': tag })).status).toBe(404);
    }
    expect((await get(path, { accept: 'application/json' })).headers['content-type']).toMatch(/json/);
  });

  it('that are public have their own title, description, canonical address and shared text', async () => {
    const open = PAGE_PATHS.filter((path) => 'title' in PAGES[path]);
    const heads = await Promise.all(open.map((path) => text(`${path}?utm=1`, SESSION)));
    const all = (what: RegExp) => heads.map((head) => what.exec(head)?.[1]);
    for (const what of [
      /<title>([^<]{5,})<\/title>/,
      /name="description" content="([^"]{50,})"/,
      /property="og:title" content="([^"]{5,})"/,
      /property="og:description" content="([^"]{50,})"/,
    ])
      expect(new Set(all(what)).size, String(what)).toBe(open.length);
    const addresses = open.map((path) => `https://g2.example.com${path}`);
    expect(all(/rel="canonical" href="([^"]+)"/)).toEqual(addresses);
    expect(all(/property="og:url" content="([^"]+)"/)).toEqual(addresses);
    expect(heads.join()).not.toMatch(/noindex|__PUBLIC_URL__|<!--page/);
  });

  it('that mails link to are not indexed and send no referrer', async () => {
    const unlisted = PAGE_PATHS.filter((path) => 'unlisted' in PAGES[path]);
    expect(unlisted).toEqual(['/auth/esqueci', '/auth/nova-senha', '/auth/permitir', '/auth/confirmar']);
    for (const path of unlisted) {
      const html = await text(`${path}?token=segredo`);
      expect(html).toContain('<meta name="robots" content="noindex" />');
      expect(html).toContain('<meta name="referrer" content="no-referrer" />');
      expect(html).not.toMatch(/canonical|og:|segredo/);
    }
  });

  it('that need a session have the product’s title and are not indexed', async () => {
    for (const path of PAGE_PATHS.filter((one) => PAGES[one].access !== 'public')) {
      const html = await text(path.replace(':id', '1'));
      expect(html).toContain('<title>G2 Software Registry</title>');
      expect(html).toContain('name="robots" content="noindex"');
      expect(html).not.toMatch(/canonical|og:title/);
    }
  });

  it('state that there is no session if the request has no session cookie, and vary by cookie', async () => {
    const none = '<meta name="g2-session" content="none" />';
    for (const path of ['/auth', '/help', '/dashboard', '/nao-existe']) {
      const visitor = await page(path, 'theme=dark');
      expect(visitor.body.toString()).toContain(none);
      expect(visitor.headers.vary).toBe('accept-encoding, cookie');
      expect(visitor.headers['cache-control']).toBe('no-cache');
      for (const cookie of [SESSION, '__Host-g2_session=x']) {
        const answer = await page(path, cookie);
        expect(answer.body.toString()).not.toContain('g2-session');
        expect(answer.headers.etag).not.toBe(visitor.headers.etag);
      }
    }
  });

  it('are served prerendered only to users who are not signed in', async () => {
    expect(await text('/help/')).toContain('the help');
    expect(await text('/help', SESSION)).not.toContain('the help');
    // This build has no prerendered document for /termos.
    expect(await text('/termos')).toContain('<div id="root">');
  });
});

describe('compression', () => {
  it('follows the Accept-Encoding header', async () => {
    const of = (accepted: string) => get('/auth', { 'accept-encoding': accepted });
    const [br, gzip, none] = [await of('gzip, br'), await of('gzip;q=1.0'), await of('br;q=0, identity')];
    expect([br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    const text = none.body.toString();
    expect(text).toMatch(/^app /);
    expect([brotliDecompressSync(br.body).toString(), gunzipSync(gzip.body).toString()]).toEqual([
      text,
      text,
    ]);
  });

  it('sends precompressed files, but not under their own names', async () => {
    const small = await get('/assets/app-1.js', { 'accept-encoding': 'br' });
    expect([small.body.toString(), small.headers['content-encoding']]).toEqual(['as if compressed', 'br']);
    expect(small.headers['content-type']).toMatch(/javascript/);
    expect((await get('/assets/app-1.js')).body.toString()).toBe('plain');
    expect((await get('/assets/app-1.js.br')).status).toBe(404);
  });
});

describe('the server fills the public address into', () => {
  it.each([
    ['/sitemap.xml', 'application/xml; charset=utf-8', '<loc>https://g2.example.com/</loc>'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'Sitemap: https://g2.example.com/sitemap.xml'],
  ])('%s', async (path, type, text) => {
    const response = await get(path);
    expect([response.status, response.headers['content-type'], response.body.toString()]).toEqual([
      200,
      type,
      text,
    ]);
  });
});
