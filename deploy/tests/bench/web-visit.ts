import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { newContextPage } from '../e2e/support/browser.ts';
import type { Client } from '../e2e/support/client.ts';
import { setSessionCookie } from '../e2e/support/payment-screens.ts';
import { FAST_4G, reportGoal } from './goal.ts';
import { median } from './support.ts';

const VISITS = 5;
const GOAL = { scriptKb: 120, lcpMs: 1200, shift: 0.02 };
const GOAL_SIGNED_IN = { lcpMs: 2500, shift: 0.05 };
const CPU_SLOWDOWN = 4;
/** When no larger paint follows within this time, ms, the last one is the largest contentful paint (LCP). */
const LAST_PAINT_MS = 4_000;
/** Chromium's own metrics, recorded before the first paint. */
const OBSERVE = `
  window.measured = { lcp: NaN, element: '', shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      measured.lcp = entry.startTime;
      measured.element = entry.element ? entry.element.tagName.toLowerCase() : '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

type Measured = { lcp: number; element: string; shift: number };
/** Scripts as gzip would send them, scripts as transferred, and everything as transferred, in kB. */
type Counted = { gzipKb: number; wireKb: number; allKb: number; requests: number };
type Visit = Measured & Counted;

async function countLoaded(cdp: CDPSession) {
  const scripts = new Set<string>();
  let wire = 0;
  let all = 0;
  let requests = 0;
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) wire += encodedDataLength;
    all += encodedDataLength;
    requests += 1;
  });
  await cdp.send('Network.enable', { maxTotalBufferSize: 50_000_000 });
  return async (): Promise<Counted> => {
    let gzip = 0;
    for (const requestId of scripts) {
      const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId });
      gzip += gzipSync(Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), { level: 9 }).length;
    }
    if (gzip === 0) throw new Error('the page loaded no script');
    return { gzipKb: gzip / 1000, wireKb: wire / 1000, allKb: all / 1000, requests };
  };
}

/** Scrolls to the end of the page: late content must not shift what is visible. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let top = 0; top <= document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  })()`);
}

async function firstVisit(browser: Browser, url: string, { path, client }: VisitedPage): Promise<Visit> {
  const { page, context } = await newContextPage(browser, url, { reducedMotion: 'no-preference' });
  page.setDefaultTimeout(60_000);
  if (client) await setSessionCookie(page, client);
  const cdp = await context.newCDPSession(page);
  const loaded = await countLoaded(cdp);
  await cdp.send('Network.emulateNetworkConditions', FAST_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(OBSERVE);
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  // Network idle is not enough: it can precede the first paint.
  const isLast = () => page.evaluate(`performance.now() - measured.lcp > ${LAST_PAINT_MS}`);
  for (const end = Date.now() + 60_000; !(await isLast()) && Date.now() < end; ) await delay(250);
  // Read LCP before scrolling: only paints of the initial view count.
  const { lcp, element } = (await page.evaluate('measured')) as Measured;
  await scrollThrough(page);
  const { shift } = (await page.evaluate('measured')) as Measured;
  const counted = await loaded();
  await context.close();
  return { lcp, element, shift, ...counted };
}

type VisitedPage = { name: string; path: string; client?: Client };

/** Measures a page's first visit with an empty cache, median of five. */
export async function benchVisit(browser: Browser, url: string, visited: VisitedPage): Promise<void> {
  const { name, client } = visited;
  const visits: Visit[] = [];
  for (let n = 0; n < VISITS; n += 1) visits.push(await firstVisit(browser, url, visited));
  const of = (what: Exclude<keyof Visit, 'element'>) => median(visits.map((visit) => visit[what]));
  const [last] = visits.slice(-1);
  console.log(`${name}, first visit, ${CPU_SLOWDOWN}× CPU slowdown, Fast 4G, median of ${VISITS}`);
  const goal = client ? GOAL_SIGNED_IN : GOAL;
  if (!client) reportGoal('  JavaScript, gzip', of('gzipKb'), GOAL.scriptKb, 'KB', 1);
  reportGoal(`  largest contentful paint (${last?.element ?? ''})`, of('lcp'), goal.lcpMs, 'ms');
  reportGoal('  layout shift', of('shift'), goal.shift, '', 4);
  // Small files are sent uncompressed and headers count, so up to 10 % more is still "compressed".
  const how = of('wireKb') <= of('gzipKb') * 1.1 ? 'compressed' : 'NOT compressed by the server';
  console.log(`  JavaScript on the wire: ${of('wireKb').toFixed(1)} KB, ${how}`);
  console.log(`  everything on the wire: ${of('allKb').toFixed(1)} KB in ${of('requests')} requests`);
}
