import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@g2/kit/env';
import { createLogger } from '@g2/kit/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_PATHS, PAGES, type PageDefinition, type PagePath } from '../contract/pages.ts';
import { config } from '../src/config.ts';
import { type Gateway, start } from '../src/gateway.ts';
import { ENV } from './test-gateway.ts';

const ORIGIN = 'https://g2.example.com';
const SUPPORT = { SUPPORT_EMAIL: 'ajuda@example.com', SUPPORT_HOURS: 'das 9h às 18h, "sem pausa" <b>' };
const ID = '0192f0c0-0000-7000-8000-000000000000';
const web = (path: string) => new URL(`../../web/${path}`, import.meta.url);

let gateway: Gateway;
let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'g2-pages-'));
  await copyFile(web('index.html'), join(dist, 'index.html'));
  for (const name of ['robots.txt', 'sitemap.xml']) await copyFile(web(`public/${name}`), join(dist, name));
  const env = { ...ENV, ...SUPPORT, PUBLIC_URL: ORIGIN, WEB_DIST: dist };
  gateway = await start(loadConfig(config, env), { log: createLogger('gateway', 'silent') });
});

afterAll(async () => {
  await gateway.stop();
  await rm(dist, { recursive: true });
});

const get = async (path: string) => {
  const response = await fetch(new URL(path, gateway.url), { headers: { accept: 'text/html' } });
  return { status: response.status, html: await response.text() };
};
const addressOf = (page: PagePath): string => page.replace(':id', ID).replace(':number', 'AT-2026-000001');
const about = (page: PagePath): PageDefinition => PAGES[page];
const isListed = (page: PagePath): boolean => about(page).title !== undefined;
const LISTED = PAGE_PATHS.filter(isListed);
// The head of a certificate's page is tested in test/verification.test.ts.
const CERTIFICATE: readonly PagePath[] = ['/verificar/:number', '/en/verify/:number'];
const UNLISTED = PAGE_PATHS.filter((page) => !isListed(page) && !CERTIFICATE.includes(page));

describe('the head', () => {
  it('of a public page has its own title, description, address and picture, and is indexed', async () => {
    expect(LISTED).toEqual([
      '/',
      '/auth',
      '/login',
      '/help',
      '/versoes',
      '/desenvolvedores',
      '/desenvolvedores/api',
      '/termos',
      '/privacidade',
      '/verificar',
      '/en',
      '/en/help',
      '/en/verify',
    ]);
    for (const page of LISTED) {
      expect(about(page).access, page).toBe('public');
      const { status, html } = await get(page);
      expect(status, page).toBe(200);
      for (const once of [
        /<title>[^<]{5,}<\/title>/g,
        /<meta name="description" content="[^"]{50,}" \/>/g,
        new RegExp(`<link rel="canonical" href="${ORIGIN}${page}" />`, 'g'),
        /<meta property="og:title" content="[^"]{5,}" \/>/g,
        /<meta property="og:description" content="[^"]{50,}" \/>/g,
        new RegExp(`<meta property="og:url" content="${ORIGIN}${page}" />`, 'g'),
        new RegExp(`<meta property="og:image" content="${ORIGIN}/[\\w.-]+" />`, 'g'),
      ])
        expect(html.match(once) ?? [], `${page} ${once}`).toHaveLength(1);
      expect(html, page).not.toMatch(/noindex|__PUBLIC_URL__|<!--/);
    }
  });

  it.each([
    ...UNLISTED,
    '/nao-existe',
    '/versoes/x',
    '/desenvolvedores/x',
    '/operator/atendimentos/a/b',
  ] as const)('of %s is not indexed, and has no description', async (page) => {
    const isPage = (PAGE_PATHS as readonly string[]).includes(page);
    const { status, html } = await get(isPage ? addressOf(page as PagePath) : page);
    expect(status).toBe(isPage ? 200 : 404);
    expect(html.match(/<meta name="robots" content="noindex" \/>/g)).toHaveLength(1);
    expect(html).not.toMatch(/rel="canonical"|og:title|og:url|name="description"/);
  });

  it('of a page in two languages links both, and its document is in its own', async () => {
    const alternates = (html: string) =>
      [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)" \/>/g)].map(
        ([, language, href]) => [language, href],
      );
    for (const [portuguese, english] of [
      ['/', '/en'],
      ['/help', '/en/help'],
      ['/verificar', '/en/verify'],
    ] as const) {
      const own = (await get(portuguese)).html;
      const other = (await get(english)).html;
      const links = [
        ['pt-BR', `${ORIGIN}${portuguese}`],
        ['en', `${ORIGIN}${english}`],
        ['x-default', `${ORIGIN}${portuguese}`],
      ];
      expect([alternates(own), alternates(other)]).toEqual([links, links]);
      expect(own).toMatch(
        /<html lang="pt-BR"[\s\S]*og:locale" content="pt_BR"[\s\S]*image:alt" content="O código/,
      );
      expect(other).toMatch(
        /<html lang="en"[\s\S]*og:locale" content="en_GB"[\s\S]*image:alt" content="Cert/,
      );
    }
    expect(alternates((await get('/termos')).html)).toEqual([]);
    const missing = await get('/en/nowhere');
    expect([missing.status, /<html lang="(\w+)"/.exec(missing.html)?.[1]]).toEqual([404, 'en']);
  });

  it('the sitemap lists exactly the public pages, and robots.txt allows them', async () => {
    const sitemap = (await get('/sitemap.xml')).html;
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc);
    expect(listed).toHaveLength(LISTED.length);
    expect(new Set(listed)).toEqual(new Set(LISTED.map((page) => `${ORIGIN}${page}`)));
    const robots = (await get('/robots.txt')).html;
    const kept = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
    for (const page of LISTED) expect(kept.filter((path) => page.startsWith(path))).toEqual([]);
    for (const page of PAGE_PATHS.filter((one) => about(one).access !== 'public'))
      expect(
        kept.some((path) => page.startsWith(path)),
        page,
      ).toBe(true);
    expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });
});

it('each page contains the configured contact channels, HTML-escaped', async () => {
  const { html } = await get('/help');
  const [, content = ''] = /<meta name="g2-support" content="([^"]*)" \/>/.exec(html) ?? [];
  const text = content.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  expect(JSON.parse(text)).toEqual({ email: SUPPORT.SUPPORT_EMAIL, hours: SUPPORT.SUPPORT_HOURS });
});
