import { type Locator, page, userEvent } from 'vitest/browser';
import { heldCalls } from './server.ts';

/** Maximum wait for a quiet page, ms. A page with a countdown or a held-back answer may never become quiet. */
const QUIET_TIMEOUT_MS = 2_000;
/** Maximum wait for open requests at the end of a test, ms: a failed test may never release what it holds back. */
const OPEN_TIMEOUT_MS = 5_000;
/** The page has rendered when its document stays unchanged for this many frames. */
const QUIET_FRAMES = 2;
/** Locator actions that first wait for the page to settle. */
const LOCATOR_ACTIONS = [
  'click',
  'dblClick',
  'tripleClick',
  'hover',
  'fill',
  'clear',
  'selectOptions',
  'upload',
  'dropTo',
] as const;
const USER_ACTIONS = [
  'click',
  'dblClick',
  'hover',
  'fill',
  'type',
  'clear',
  'keyboard',
  'tab',
  'paste',
  'upload',
] as const;

/** Maximum length of the page's text in the report of a failed test, in characters. */
const REPORTED_LENGTH = 4_000;
/** Number of requests in the report of a failed test. */
const REPORTED_REQUESTS = 10;

/** Unanswered requests, with method and path. */
const openRequests = new Map<Promise<unknown>, string>();
/** The latest requests of the page: method and path, and the status, `open` until answered. */
let recentRequests: { what: string; status: string }[] = [];
const nativeFetch = window.fetch;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

let changes = 0;
new MutationObserver(() => {
  changes += 1;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** Tracks the page's requests, and makes every user action wait until the page has settled. */
export function installSettling(): void {
  window.fetch = (...request) => {
    const answered = nativeFetch(...request);
    const { method, url } = new Request(...request);
    const entry = { what: `${method} ${url.replace(window.location.origin, '')}`, status: 'open' };
    recentRequests = [...recentRequests.slice(1 - REPORTED_REQUESTS), entry];
    const done = (status: string) => {
      openRequests.delete(answered);
      entry.status = status;
    };
    openRequests.set(answered, entry.what);
    answered.then(
      (response) => done(String(response.status)),
      () => done('failed'),
    );
    return answered;
  };
  // Patch the prototypes: all locators share one class, and actions are its methods or inherited.
  wrapActions(Object.getPrototypeOf(page.getByRole('main')) as Locator, LOCATOR_ACTIONS);
  wrapActions(userEvent, USER_ACTIONS);
}

/** Report for a failed test: the page's address and text, and its latest requests. */
export const pageReport = (): string =>
  [
    `--- ${window.location.pathname}${window.location.search}`,
    document.body.innerText.replaceAll(/\n{2,}/g, '\n').slice(0, REPORTED_LENGTH),
    '--- newest requests',
    ...recentRequests.map(({ what, status }) => `${what} ${status}`),
  ].join('\n');

/**
 * Resolves when every request is answered, or after OPEN_TIMEOUT_MS if the test still holds some back.
 * @returns the requests that stayed open
 */
export async function allAnswered(): Promise<string[]> {
  const giveUp = performance.now() + OPEN_TIMEOUT_MS;
  while (openRequests.size > 0 && performance.now() < giveUp) await nextFrame();
  const open = [...openRequests.values()];
  openRequests.clear();
  return open;
}

/**
 * Resolves when the page has rendered and waits for no answer, except those that the test holds back.
 * @returns false if the page did not become quiet in time
 */
export async function settled(): Promise<boolean> {
  const giveUp = performance.now() + QUIET_TIMEOUT_MS;
  let seen = changes;
  let quiet = 0;
  while (quiet < QUIET_FRAMES && performance.now() < giveUp) {
    await nextFrame();
    const isBusy = openRequests.size > heldCalls() || changes !== seen;
    quiet = isBusy ? 0 : quiet + 1;
    seen = changes;
  }
  return quiet === QUIET_FRAMES;
}

type UserAction = (...args: unknown[]) => Promise<unknown>;

function wrapActions<Owner extends object>(owner: Owner, names: readonly (keyof Owner & string)[]): void {
  for (const name of names) {
    const act = owner[name] as UserAction;
    Object.assign(owner, {
      async [name](this: unknown, ...args: unknown[]) {
        await settled();
        return act.apply(this, args);
      },
    });
  }
}
