import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page, Request } from 'playwright-core';

/** Maximum wait before an action while the page has open requests, ms. */
const MAX_WAIT_MS = 2_000;
const PAUSE_MS = 20;
const LOCATOR_ACTIONS = [
  'check',
  'clear',
  'click',
  'dblclick',
  'fill',
  'hover',
  'press',
  'pressSequentially',
  'selectOption',
  'setInputFiles',
  'uncheck',
] as const;

const openRequests = new WeakMap<Page, Set<Request>>();
const wrapped = new WeakSet<object>();

/** Makes every action on a page wait until its requests have responses and it has rendered. */
export function waitBeforeActions(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on('request', (request) => {
    // Excludes uploads, which may continue during actions, and the endless event stream.
    if (['fetch', 'xhr'].includes(request.resourceType()) && request.method() !== 'PATCH') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  wrapActs<Locator>(Object.getPrototypeOf(page.locator('body')), LOCATOR_ACTIONS, (locator) =>
    locator.page(),
  );
  wrapActs(page.keyboard, ['press', 'type', 'insertText'], () => page);
}

async function settled(page: Page): Promise<void> {
  const open = openRequests.get(page);
  const giveUp = Date.now() + MAX_WAIT_MS;
  while (open !== undefined && Date.now() < giveUp) {
    if (open.size === 0) {
      await twoFrames(page);
      if (open.size === 0) return;
    }
    await delay(PAUSE_MS);
  }
}

/** Waits for two frames or a time-out, because a page that navigates away or hangs draws no frame. */
const twoFrames = (page: Page): Promise<unknown> =>
  Promise.race([
    page
      .evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      .catch(() => {}),
    delay(MAX_WAIT_MS, undefined, { ref: false }),
  ]);

type Act = (...args: unknown[]) => Promise<unknown>;

function wrapActs<Owner extends object>(
  owner: Owner,
  names: readonly (keyof Owner & string)[],
  pageOf: (owner: Owner) => Page,
): void {
  if (wrapped.has(owner)) return;
  wrapped.add(owner);
  for (const name of names) {
    const act = owner[name] as Act;
    Object.assign(owner, {
      async [name](this: Owner, ...args: unknown[]) {
        await settled(pageOf(this));
        return act.apply(this, args);
      },
    });
  }
}
