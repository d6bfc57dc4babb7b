import { type Locator, page, userEvent } from 'vitest/browser';
import { heldCalls } from './server.ts';

/** A page that is never quiet (a countdown, an answer the test does not give) is acted upon after this long, in ms. */
const LONGEST_MS = 2_000;
/** At the end of a test, in ms: a failed test may never answer what it holds back. */
const LONGEST_OPEN_MS = 5_000;
/** The page has rendered when its document stays unchanged for this many frames. */
const QUIET_FRAMES = 2;
/** Acts of a locator that wait for the page to settle first. */
const LOCATOR_ACTS = [
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
const USER_ACTS = [
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

/** How much of the page's text a failed test shows, in characters. */
const TEXT_LENGTH = 4_000;
/** How many requests a failed test shows. */
const SHOWN = 10;

/** Each request without an answer, with its method and path. */
const openRequests = new Map<Promise<unknown>, string>();
/** The newest requests of the page: method, path, and the status once there is one. */
let recent: { what: string; status: string }[] = [];
const nativeFetch = window.fetch;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

let changes = 0;
new MutationObserver(() => {
  changes += 1;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** Counts the page's requests from now on, and makes every act wait until the page has settled. */
export function installSettling(): void {
  window.fetch = (...request) => {
    const answered = nativeFetch(...request);
    const { method, url } = new Request(...request);
    const entry = { what: `${method} ${url.replace(window.location.origin, '')}`, status: 'open' };
    recent = [...recent.slice(1 - SHOWN), entry];
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
  // Every locator has one class; its acts are methods of it or of the class it extends.
  wrapActs(Object.getPrototypeOf(page.getByRole('main')) as Locator, LOCATOR_ACTS);
  wrapActs(userEvent, USER_ACTS);
}

/** What a failed test needs to be understood: the page's address and text, and its newest requests. */
export const pageReport = (): string =>
  [
    `--- ${window.location.pathname}${window.location.search}`,
    document.body.innerText.replaceAll(/\n{2,}/g, '\n').slice(0, TEXT_LENGTH),
    '--- newest requests',
    ...recent.map(({ what, status }) => `${what} ${status}`),
  ].join('\n');

/**
 * Resolves when every request is answered, or when a request that the test holds back itself stays open for too long.
 * @returns the requests that stayed open
 */
export async function allAnswered(): Promise<string[]> {
  const giveUp = performance.now() + LONGEST_OPEN_MS;
  while (openRequests.size > 0 && performance.now() < giveUp) await nextFrame();
  const open = [...openRequests.values()];
  openRequests.clear();
  return open;
}

/**
 * Resolves when the page waits for no answer, other than those the test holds back, and has rendered.
 * @returns false for a page that never became quiet
 */
export async function settled(): Promise<boolean> {
  const giveUp = performance.now() + LONGEST_MS;
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

type Act = (...args: unknown[]) => Promise<unknown>;

function wrapActs<Owner extends object>(owner: Owner, names: readonly (keyof Owner & string)[]): void {
  for (const name of names) {
    const act = owner[name] as Act;
    Object.assign(owner, {
      async [name](this: unknown, ...args: unknown[]) {
        await settled();
        return act.apply(this, args);
      },
    });
  }
}
