import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { person } from '../e2e/support/browser.ts';
import { signUp } from '../e2e/support/client.ts';
import { enter } from '../e2e/support/payment-screens.ts';
import { reportGoal } from './goal.ts';

const REGISTRATIONS = 1_000;
const GOAL_MS = 100;
const SEARCH = 'programa de número 99';

/** Straight into the table: by HTTP a thousand uploads would take longer than the measuring. */
const SEED = `
  INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id,
    holder_name, description, status, status_updated_at, payment_paid_at, created_at,
    sha256, file_name, file_size, file_storage_path, file_attached_at)
  SELECT gen_random_uuid(), $1::uuid, 'Programa de número ' || n, 'Ana Conceição', 'ana@example.com', '11144477735',
    'Ana Conceição', repeat('Um programa que faz contas e mostra o resultado. ', 4),
    CASE WHEN n % 3 = 0 THEN 'submitted' ELSE 'paid' END, now(),
    CASE WHEN n % 3 = 0 THEN NULL ELSE now() END, now() - n * interval '1 minute',
    encode(sha256(convert_to($1::text || n, 'UTF8')), 'hex'), 'fonte.zip', 1000 + n, 'bench/' || $1::text || '/' || n, now()
  FROM generate_series(1, $2) AS n`;

/** From one frame to the next, and what Chromium itself calls a long animation frame. */
const RECORD = `
  window.frames_ = { longest: 0, count: 0, over: 0, long: 0 };
  let before = performance.now();
  const tick = (now) => {
    const took = now - before;
    before = now;
    frames_.count += 1;
    frames_.longest = Math.max(frames_.longest, took);
    if (took > ${GOAL_MS}) frames_.over += 1;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(tick); });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) frames_.long = Math.max(frames_.long, entry.duration);
  }).observe({ type: 'long-animation-frame' });
`;

type Frames = { longest: number; count: number; over: number; long: number };

async function seed(postgresUrl: string, userId: string): Promise<void> {
  const client = new pg.Client({
    connectionString: postgresUrl,
    options: '-c search_path=registration,public', // the table's triggers look there
  });
  await client.connect();
  try {
    await client.query(SEED, [userId, REGISTRATIONS]);
  } finally {
    await client.end();
  }
}

const position = (page: Page): Promise<unknown> => page.evaluate('Math.round(scrollY)');
const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** With the wheel to the end of the page, a notch at a time. */
async function scrollDown(page: Page): Promise<void> {
  await page.mouse.move(640, 500);
  for (let before: unknown = -1, now = await position(page); now !== before; ) {
    await page.mouse.wheel(0, 240);
    await painted(page);
    before = now;
    now = await position(page);
  }
}

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('article').nth(11).waitFor();
  await page.waitForLoadState('load');
}

async function use(page: Page): Promise<void> {
  await scrollDown(page);
  for (const name of ['2', '3']) {
    await page.getByRole('button', { name: new RegExp(`^(Página )?${name}$`) }).click();
    await page.getByText(new RegExp(`Mostrando ${(Number(name) - 1) * 12 + 1}\\D`)).waitFor();
    await scrollDown(page);
  }
  const box = page.getByLabel('Buscar registros').first();
  await box.click();
  await page.keyboard.type(SEARCH, { delay: 60 });
  await page
    .getByText(/de 11\b/)
    .first()
    .waitFor(); // 99 and 990 to 999
  await scrollDown(page);
  await box.fill('');
  await page
    .getByText(/de 1\.?000/)
    .first()
    .waitFor();
}

/** A trace's event; durations in microseconds, `tdur` of processor time. */
type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/**
 * Processor time of the longest task on a page's main thread, milliseconds: what is left of a long frame when a
 * busy machine's waiting is taken off.
 */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && isMain.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace holds no task');
  return Math.max(...tasks.map(({ tdur, dur }) => tdur ?? dur ?? 0)) / 1000;
}

/** A client with a thousand registrations scrolls through pages of them and searches: the longest frame. */
export async function benchDashboard(
  browser: Browser,
  { url, postgresUrl }: { url: string; postgresUrl: string },
): Promise<void> {
  const { client, user } = await signUp(url);
  await seed(postgresUrl, user.id);
  const { page, context } = await person(browser, url, { reducedMotion: 'no-preference' });
  page.setDefaultTimeout(60_000);
  await enter(page, client);
  await open(page);
  await page.evaluate(RECORD);
  await use(page);
  const { longest, count, over, long } = (await page.evaluate('frames_')) as Frames;
  // Once more for the trace alone: writing it takes time of its own.
  await open(page);
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await use(page);
  const task = longestTask(await browser.stopTracing());
  await context.close();
  console.log(
    `dashboard with ${REGISTRATIONS} registrations: ${count} frames of scrolling, paging and searching`,
  );
  reportGoal('  longest frame', longest, GOAL_MS, 'ms');
  const chromium = long === 0 ? 'none over 50 ms' : `longest ${long.toFixed(0)} ms`;
  console.log(`  frames over ${GOAL_MS} ms: ${over}; long animation frames by Chromium: ${chromium}`);
  console.log(`  longest task of the page, processor time: ${task.toFixed(0)} ms`);
}
