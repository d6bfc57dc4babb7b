import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../e2e/support/browser.ts';
import { root } from '../e2e/support/stack.ts';
import { CARD_PAGE_SCRIPT } from './card-page.ts';
import { icoOf } from './ico.ts';

/** `npm run pictures`, after a build: renders the committed social card and icons from the landing page. */
const DIST = join(root, 'web/dist');
const PUBLIC = join(root, 'web/public');
/** Host without a server: requests to it are answered from the build. */
const SITE = 'http://g2.invalid';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const CARD = { width: 1200, height: 630 };
/** For iOS the icon fills a square background; the others are transparent. */
const ICONS = [
  { file: 'apple-touch-icon.png', size: 180, ground: '#ffffff', edge: 18 },
  { file: 'icon-192.png', size: 192, edge: 0 },
  { file: 'icon-512.png', size: 512, edge: 0 },
] as const;
const SMALL = 32;

async function pageOf(browser: Browser, size: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, javaScriptEnabled: true, colorScheme: 'light' });
  const page = await context.newPage();
  await page.route(`${SITE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const type = TYPES[extname(pathname)];
    // Scripts are not needed: the document is prerendered.
    if (type === undefined) return await route.abort();
    await route.fulfill({ body: await readFile(join(DIST, pathname)), contentType: type });
  });
  return page;
}

async function drawCard(browser: Browser): Promise<void> {
  const page = await pageOf(browser, CARD);
  await page.goto(`${SITE}/landing.html`);
  await page.evaluate(CARD_PAGE_SCRIPT);
  await page.evaluate('document.fonts.ready.then(() => true)');
  await writeFile(join(PUBLIC, 'social-card.png'), await page.screenshot());
  await page.context().close();
}

async function drawIcon(
  browser: Browser,
  { size, ground = 'transparent', edge }: { size: number; ground?: string; edge: number },
): Promise<Buffer> {
  const page = await pageOf(browser, { width: size, height: size });
  const mark = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8');
  await page.setContent(
    `<style>*{margin:0;box-sizing:border-box}body{background:${ground};padding:${edge}px}svg{display:block;width:100%}</style>${mark}`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.context().close();
  return picture;
}

const browser = await launch();
try {
  await drawCard(browser);
  for (const { file, ...how } of ICONS) await writeFile(join(PUBLIC, file), await drawIcon(browser, how));
  const small = await drawIcon(browser, { size: SMALL, edge: 0 });
  await writeFile(join(PUBLIC, 'favicon.ico'), icoOf(small, SMALL));
} finally {
  await browser.close();
}
