import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();
const { page } = await person(browser, stackUrl());
await page.clock.install();
// Two refusals that can be told apart.
await page.route('**/api/login', (route) => route.fulfill({ status: 401, json: { message: 'Recusado.' } }));
await page.goto('/auth');
await page.getByLabel('E-mail').fill('ninguem@example.com');
await page.getByLabel('Senha', { exact: true }).fill('errada');

const button = () => page.locator('form').getByRole('button', { name: 'Entrar' });
const shown = () => toast(page).getByText('Falha no login');
/** Two turns of the queue React draws from. */
const DRAWN = `(async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    });
  }
})()`;
const focused = (attribute: string) => page.evaluate(`document.activeElement.getAttribute('${attribute}')`);
const fail = async () => {
  await button().click();
  await shown().waitFor();
};

/** What can be pressed and lies, if only in part, under the toast. */
const HIDDEN = `(() => {
  const region = document.querySelector('[aria-label="Notificações (F8)"]');
  const card = region.getBoundingClientRect();
  return [...document.querySelectorAll('a, button, input')]
    .filter((one) => !region.contains(one))
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
    })
    .map((one) => one.textContent || one.name);
})()`;

/** Pushes the toast aside as a finger or a mouse does. */
async function swipe(distance: number): Promise<void> {
  const box = await shown().boundingBox();
  if (!box) throw new Error('no toast');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y, { steps: 3 });
  await page.mouse.move(x + distance, y, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(5, 5);
}

describe('toasts', () => {
  it('[toasts-time] come one at a time, red for errors, at most 420 px wide, and go after 5 s', async () => {
    await fail();
    await fail();
    expect(await toast(page).getByRole('button', { name: 'Fechar notificação' }).count()).toBe(1);
    expect((await toast(page).boundingBox())?.width).toBeLessThanOrEqual(420);
    const colour = await page.evaluate(
      `getComputedStyle(document.querySelector('[data-tone="error"]')).backgroundColor`,
    );
    expect(colour).toBe('rgb(163, 33, 26)');
    // Held under the pointer; the five seconds begin when it leaves, here with the clock at a stand.
    await shown().hover();
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
    expect(await shown().count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.evaluate(DRAWN);
    await page.clock.runFor(4_990);
    expect(await shown().count()).toBe(1);
    await page.clock.runFor(20);
    await shown().waitFor({ state: 'detached' });
    await page.clock.resume();
  });

  it('[toasts-f8] are reached by F8, held while the focus is there, and give it back', async () => {
    await fail();
    await button().focus();
    await page.keyboard.press('F8');
    expect(await focused('aria-label')).toBe('Notificações (F8)');
    await page.clock.runFor(20_000);
    expect(await shown().count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shown().waitFor({ state: 'detached' });
    expect(await focused('type')).toBe('submit');
    await fail();
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await shown().waitFor({ state: 'detached' });
  });

  it('[toasts-swipe] are swiped away from 50 px on', async () => {
    await fail();
    await swipe(40);
    expect(await shown().count()).toBe(1);
    await swipe(60);
    await shown().waitFor({ state: 'detached' });
  });

  it('[toasts-place] stand in the middle of the header, clear of all there is to press', async () => {
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await fail();
      const [card, header] = await Promise.all(
        [toast(page), page.getByRole('banner')].map((one) => one.boundingBox()),
      );
      if (!card || !header) throw new Error('not on the screen');
      expect(card.y).toBeLessThan(header.y + header.height);
      expect(await page.evaluate(HIDDEN)).toEqual([]);
    }
  });

  it('[toasts-phone] hide neither the header nor the button on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await fail();
    const [card, header, submit] = await Promise.all(
      [toast(page), page.getByRole('banner'), button()].map((one) => one.boundingBox()),
    );
    if (!card || !header || !submit) throw new Error('not on the screen');
    expect(card.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(card.y + card.height).toBeLessThanOrEqual(submit.y);
    expect(card.x + card.width).toBeLessThanOrEqual(360);
  });
});
