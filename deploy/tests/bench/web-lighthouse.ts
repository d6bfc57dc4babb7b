import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@g2/kit/testing-ports';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../../stack/binaries.ts';
import { FLAGS } from '../e2e/support/browser.ts';
import { makeScreensWorld, type ScreensFixture, type Viewer } from '../e2e/support/screens-world.ts';
import { reportLeast } from './goal.ts';
import { type Lighthouse, loadLighthouse, type Report } from './lighthouse.ts';
import { median } from './support.ts';

const RUNS = 3;
const PUBLIC_LEAST = 97;
const SIGNED_IN_LEAST = 90;
/** Categories without a goal. The report lists their audits below the full score. */
const OTHERS = ['accessibility', 'best-practices', 'seo'] as const;

type Page = { name: string; path: string; viewer: Viewer };

const pagesOf = (world: ScreensFixture): Page[] => [
  { name: 'landing page', path: '/', viewer: 'visitor' },
  { name: 'help centre', path: '/help', viewer: 'visitor' },
  { name: 'terms', path: '/termos', viewer: 'visitor' },
  { name: 'privacy', path: '/privacidade', viewer: 'visitor' },
  { name: 'verification', path: '/verificar', viewer: 'visitor' },
  { name: 'a valid certificate', path: `/verificar/${world.certificate}`, viewer: 'visitor' },
  { name: 'versions', path: '/versoes', viewer: 'visitor' },
  { name: 'signing in', path: '/auth', viewer: 'visitor' },
  { name: 'dashboard', path: '/dashboard', viewer: 'client' },
  { name: "a registration's page", path: `/registros/${world.ids.certified}`, viewer: 'client' },
  { name: 'wizard', path: '/register', viewer: 'client' },
  { name: 'credits', path: '/creditos', viewer: 'client' },
  { name: 'profile', path: '/profile', viewer: 'client' },
  { name: "the operator's queue", path: '/operator', viewer: 'operator' },
  { name: 'administration', path: '/admin', viewer: 'admin' },
];

async function withBrowser(
  world: ScreensFixture,
  viewer: Viewer,
  run: (port: number) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'g2-lighthouse-'));
  let context: BrowserContext | undefined;
  try {
    context = await chromium.launchPersistentContext(profile, {
      executablePath: await findChromium(),
      args: [...FLAGS, `--remote-debugging-port=${port}`],
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
    });
    if (viewer !== 'visitor') {
      const { cookie, base } = world.viewers[viewer];
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: base }]);
    }
    await run(port);
  } finally {
    await context?.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/**
 * Runs Lighthouse with its phone preset: simulated slow 4G and a four times slower processor. Does not clear
 * the browser's storage, which has the session.
 */
async function measure(lighthouse: Lighthouse, url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: ['performance', ...OTHERS],
    disableStorageReset: true,
    logLevel: 'silent',
  });
  if (result === undefined) throw new Error(`${url}: Lighthouse gave no result`);
  if (result.lhr.runtimeError) throw new Error(`${url}: ${result.lhr.runtimeError.message}`);
  const shown = new URL(result.lhr.finalDisplayedUrl);
  if (shown.pathname !== new URL(url).pathname) throw new Error(`${url} led to ${shown.pathname}`);
  return result.lhr;
}

const pointsOf = (report: Report, category: 'performance' | (typeof OTHERS)[number]): number =>
  (report.categories[category]?.score ?? Number.NaN) * 100;

function auditsBelowFull(report: Report): string[] {
  const audits = OTHERS.flatMap((one) => report.categories[one]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => report.audits[id] ?? []);
  return [...new Set(audits.filter(({ score }) => score !== null && score < 1).map(({ title }) => title))];
}

function reportPage({ name, viewer }: Page, reports: Report[]): void {
  const middle = (value: (report: Report) => number) => median(reports.map(value));
  const least = viewer === 'visitor' ? PUBLIC_LEAST : SIGNED_IN_LEAST;
  reportLeast(
    `  ${name}`,
    middle((one) => pointsOf(one, 'performance')),
    least,
    'points',
  );
  const figure = (id: string) => middle((one) => one.audits[id]?.numericValue ?? Number.NaN);
  const paints = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map((id) =>
    figure(id).toFixed(0),
  );
  const others = OTHERS.map((one) => `${one} ${middle((report) => pointsOf(report, one)).toFixed(0)}`);
  console.log(
    `      FCP ${paints[0]} ms, LCP ${paints[1]} ms, TBT ${paints[2]} ms, CLS ${figure('cumulative-layout-shift').toFixed(3)}; ${others.join(', ')}`,
  );
  for (const lacking of new Set(reports.flatMap(auditsBelowFull))) console.log(`      lacks: ${lacking}`);
}

/** Measures public and signed-in pages by Lighthouse for phones, median of three. */
export async function benchLighthouse(url: string): Promise<void> {
  const lighthouse = await loadLighthouse();
  const world = await makeScreensWorld(url);
  console.log(`Lighthouse, phone, median of ${RUNS}`);
  for (const page of pagesOf(world)) {
    await withBrowser(world, page.viewer, async (port) => {
      const reports: Report[] = [];
      for (let run = 0; run < RUNS; run += 1)
        reports.push(await measure(lighthouse, `${url}${page.path}`, port));
      reportPage(page, reports);
    });
  }
}
