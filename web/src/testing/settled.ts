import { type Locator, page, userEvent } from 'vitest/browser';
import { heldCalls } from './server.ts';

/** Maximum wait for an unchanged page, ms. A page with a countdown changes forever. */
const QUIET_TIMEOUT_MS = 2_000;
/** Maximum wait for open requests at the end of a test, ms. A failed test may not have released its held calls. */
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
let recentRequests: { call: string; status: string }[] = [];
const nativeFetch = window.fetch;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

let changeCount = 0;
new MutationObserver(() => {
  changeCount += 1;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** Tracks the page's requests, and makes every user action wait until the page has settled. */
export function installSettling(): void {
  window.fetch = (...request) => {
    const answer = nativeFetch(...request);
    const { method, url } = new Request(...request);
    const entry = { call: `${method} ${url.replace(window.location.origin, '')}`, status: 'open' };
    recentRequests = [...recentRequests.slice(1 - REPORTED_REQUESTS), entry];
    const close = (status: string) => {
      openRequests.delete(answer);
      entry.status = status;
    };
    openRequests.set(answer, entry.call);
    answer.then(
      (response) => close(String(response.status)),
      () => close('failed'),
    );
    return answer;
  };
  // All locators share one class, so patching its prototype affects every locator.
  wrapActions(Object.getPrototypeOf(page.getByRole('main')) as Locator, LOCATOR_ACTIONS);
  wrapActions(userEvent, USER_ACTIONS);
}

/** Report for a failed test: the page's address and text, and its latest requests. */
export const pageReport = (): string =>
  [
    `--- ${window.location.pathname}${window.location.search}`,
    document.body.innerText.replaceAll(/\n{2,}/g, '\n').slice(0, REPORTED_LENGTH),
    '--- newest requests',
    ...recentRequests.map(({ call, status }) => `${call} ${status}`),
  ].join('\n');

/**
 * Resolves when every request is answered, at the latest after OPEN_TIMEOUT_MS.
 * @returns the requests that stayed open
 */
export async function waitForOpenRequests(): Promise<string[]> {
  const deadline = performance.now() + OPEN_TIMEOUT_MS;
  while (openRequests.size > 0 && performance.now() < deadline) await nextFrame();
  const open = [...openRequests.values()];
  openRequests.clear();
  return open;
}

/**
 * Resolves when the page has rendered and waits for no answer, except those that the test holds back.
 * @returns false if the page did not become quiet in time
 */
export async function settled(): Promise<boolean> {
  const deadline = performance.now() + QUIET_TIMEOUT_MS;
  let lastChangeCount = changeCount;
  let quietFrames = 0;
  while (quietFrames < QUIET_FRAMES && performance.now() < deadline) {
    await nextFrame();
    const isBusy = openRequests.size > heldCalls() || changeCount !== lastChangeCount;
    quietFrames = isBusy ? 0 : quietFrames + 1;
    lastChangeCount = changeCount;
  }
  return quietFrames === QUIET_FRAMES;
}

type UserAction = (...args: unknown[]) => Promise<unknown>;

function wrapActions<Owner extends object>(owner: Owner, names: readonly (keyof Owner & string)[]): void {
  for (const name of names) {
    const action = owner[name] as UserAction;
    Object.assign(owner, {
      async [name](this: unknown, ...args: unknown[]) {
        await settled();
        return action.apply(this, args);
      },
    });
  }
}
