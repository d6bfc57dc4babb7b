import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Number of Tab presses after which a target counts as unreachable. */
const MAX_TAB_STOPS = 60;

/** The focused element; matches nothing when the focus fell back to the body. */
const focused = (page: Page): Locator => page.locator('*:focus:not(body)');

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => node.matches(':focus'));

export const expectFocusKept = (page: Page): Promise<void> =>
  expect.poll(() => focused(page).count(), { message: 'the focus is lost' }).toBe(1);

/** Checks that the focused element has an outline and is not covered, for example by a bar, a toast or an open list. */
export async function expectFocusVisible(page: Page): Promise<void> {
  await expectFocusKept(page);
  const look = () =>
    focused(page).evaluate((node) => {
      const page = node.ownerDocument;
      const style = page.defaultView.getComputedStyle(node);
      const box = node.getBoundingClientRect();
      // Middle of the visible part: in a field taller than the window, the browser scrolls to the line of the caret.
      const bottom = Math.min(box.bottom, page.documentElement.clientHeight);
      const middle = (Math.max(box.top, 0) + bottom) / 2;
      // Tests two points: an icon may cover one end of a field, and a link may wrap over two lines.
      const xs = [box.left + Math.min(box.width, 40) / 2, box.left + box.width / 2];
      const tops = xs.map((x) => page.elementFromPoint(x, middle));
      const free = tops.some((top) => top !== null && (node.contains(top) || top.contains(node)));
      const text = (node.getAttribute('aria-label') ?? node.innerText ?? '').slice(0, 60);
      return {
        what: `${node.tagName} ${node.getAttribute('data-path') ?? ''} ${text}`,
        outlined: node.matches(':focus-visible') && style.outlineStyle !== 'none',
        over: free ? '' : (tops[0]?.outerHTML.slice(0, 160) ?? `nothing: off the screen at ${box.top}`),
      };
    });
  // Polls: a toast may cover the foot of the page, and closes after five seconds.
  await expect.poll(look, { timeout: 10_000 }).toMatchObject({ outlined: true, over: '' });
}

/** Presses Tab or Shift+Tab until the target has the focus. Every focused element on the way must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MAX_TAB_STOPS; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    await expectFocusVisible(page);
  }
  throw new Error(`${key} ${MAX_TAB_STOPS} times, and never there: ${String(target)}`);
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}
