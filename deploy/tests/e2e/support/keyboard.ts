import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses of Tab after which a target counts as out of reach. */
const MOST_STOPS = 60;

/** What has the focus; nothing has it once it has fallen back to the page's body. */
const focused = (page: Page): Locator => page.locator('*:focus:not(body)');

/** True when this has the focus. */
export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => node.matches(':focus'));

/** The focus is on something: not lost with a control that is gone. */
export const focusIsKept = (page: Page): Promise<void> =>
  expect.poll(() => focused(page).count(), { message: 'the focus is lost' }).toBe(1);

/** What has the focus is outlined, and nothing lies over it: a bar, a toast, a list that stayed open. */
export async function focusIsSeen(page: Page): Promise<void> {
  await focusIsKept(page);
  const look = () =>
    focused(page).evaluate((node) => {
      const page = node.ownerDocument;
      const style = page.defaultView.getComputedStyle(node);
      const box = node.getBoundingClientRect();
      // The middle of the part on the screen: of a tall field the browser shows the line that is typed in.
      const bottom = Math.min(box.bottom, page.documentElement.clientHeight);
      const middle = (Math.max(box.top, 0) + bottom) / 2;
      // An icon may sit at one end of a field, and a link may break over two lines.
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
  // A toast may lie over the foot of the page: five seconds, and it goes by itself.
  await expect.poll(look, { timeout: 10_000 }).toMatchObject({ outlined: true, over: '' });
}

/** Presses Tab (or Shift+Tab) until the focus is there; at every stop on the way one has to see where one is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    await focusIsSeen(page);
  }
  throw new Error(`${key} ${MOST_STOPS} times, and never there: ${String(target)}`);
}

/** Goes to a control and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and types into it, in the place of what it holds. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}
