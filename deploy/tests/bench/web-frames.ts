import type { Page } from 'playwright-core';
import { reportGoal } from './goal.ts';

/** Maximum time between two frames, ms. */
const GOAL_MS = 100;

/** Records times between frames and Chromium's long animation frames. */
export const RECORD = `
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

export async function reportFrames(page: Page, what: string): Promise<void> {
  const { longest, count, over, long } = (await page.evaluate('frames_')) as Frames;
  console.log(`${what}: ${count} frames`);
  reportGoal('  longest frame', longest, GOAL_MS, 'ms');
  const chromium = long === 0 ? 'none over 50 ms' : `longest ${long.toFixed(0)} ms`;
  console.log(`  frames over ${GOAL_MS} ms: ${over}; long animation frames by Chromium: ${chromium}`);
}

const position = (page: Page): Promise<unknown> => page.evaluate('Math.round(scrollY)');
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

export async function scrollDown(page: Page): Promise<void> {
  await page.mouse.move(640, 500);
  for (let before: unknown = -1, now = await position(page); now !== before; ) {
    await page.mouse.wheel(0, 240);
    await painted(page);
    before = now;
    now = await position(page);
  }
}

/** A trace event; durations in microseconds, `tdur` is processor time. */
type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/**
 * Processor time of the longest task on a page's main thread, ms. Unlike the time between frames it excludes
 * waiting on a busy machine.
 */
export function longestTask(trace: Buffer): number {
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
