import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import yazl from 'yazl';
import { newContextPage } from '../e2e/support/browser.ts';
import { type Client, signUp } from '../e2e/support/client.ts';
import { details } from '../e2e/support/journey.ts';
import { setSessionCookie } from '../e2e/support/payment-screens.ts';
import { reportGoal } from './goal.ts';
import { waitUntilInspected } from './uploading.ts';
import { painted, RECORD, reportFrames } from './web-frames.ts';

const FILES = 5_000;
const GOAL_MS = 1_000;
const ROUNDS = 5;

async function makeDeposit(client: Client): Promise<string> {
  const zip = new yazl.ZipFile();
  for (let n = 0; n < FILES; n++) {
    const text = `export const valor = '${randomBytes(200).toString('base64')}';\n`;
    zip.addBuffer(Buffer.from(text), `modulo-${String(n).padStart(4, '0')}.ts`);
  }
  zip.end();
  const raw = { bytes: await buffer(zip.outputStream), type: 'application/zip' };
  const { id } = await client.post<{ id: string }>('/api/registrations', details);
  await client.ok(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw,
    headers: { 'x-file-name': 'fonte.zip' },
  });
  await waitUntilInspected(client, id);
  return id;
}

const tree = (page: Page) => page.getByRole('tree');

/** Measures the time from navigation until the first file is shown, and until all files are listed, ms. */
async function open(page: Page, path: string): Promise<{ first: number; all: number }> {
  await page.goto('/dashboard');
  await page.getByRole('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  const started = performance.now();
  await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await tree(page).getByRole('treeitem').first().waitFor();
  const first = performance.now() - started;
  await page.getByText(/^5\.000 arquivos/).waitFor();
  return { first, all: performance.now() - started };
}

async function scroll(page: Page): Promise<void> {
  const box = await tree(page).boundingBox();
  if (!box) throw new Error('there is no list of files');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const position = () => page.evaluate('document.querySelector("[role=tree]").scrollTop');
  for (let before: unknown = -1, now = await position(); now !== before; ) {
    await page.mouse.wheel(0, 720);
    await painted(page);
    before = now;
    now = await position();
  }
}

/** Measures, for a deposit of 5,000 files, the time until all are listed and the longest frame while scrolling. */
export async function benchFiles(browser: Browser, url: string): Promise<void> {
  const { client } = await signUp(url);
  const path = `/registros/${await makeDeposit(client)}/arquivos`;
  const { page, context } = await newContextPage(browser, url, { reducedMotion: 'no-preference' });
  page.setDefaultTimeout(60_000);
  await setSessionCookie(page, client);
  const took: { first: number; all: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) took.push(await open(page, path));
  const [cold] = took;
  const sorted = took.map(({ all }) => all).toSorted((a, b) => a - b);
  console.log(
    `list of ${FILES} files: the first time ${cold?.first.toFixed(0)} ms to the first, ${cold?.all.toFixed(0)} ms to the last`,
  );
  reportGoal(
    `  all listed, median of ${ROUNDS}`,
    sorted[Math.floor(ROUNDS / 2)] ?? Number.NaN,
    GOAL_MS,
    'ms',
  );
  await page.evaluate(RECORD);
  await scroll(page);
  await reportFrames(page, `  scrolling through ${FILES} files`);
  await context.close();
}
