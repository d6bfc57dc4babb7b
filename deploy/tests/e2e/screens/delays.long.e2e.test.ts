import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, person } from '../support/browser.ts';
import { demoSession } from '../support/client.ts';
import { enter } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launch();
  ({ page } = await person(browser, stackUrl()));
  // The page's time is ours: it stands still between the moments that are looked at.
  await page.clock.install();
  await enter(page, await demoSession(stackUrl(), 'admin'));
});
afterEach(() => page.clock.resume());
afterAll(() => browser?.close());

const standStill = async (): Promise<void> =>
  page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
const pass = (ms: number): Promise<void> => page.clock.runFor(ms);

/** The hints on the screen, once React has drawn. */
async function hints(): Promise<string[]> {
  await page.evaluate(`(async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
      });
    }
  })()`);
  return page.getByRole('tooltip').allInnerTexts();
}

describe('what takes its time', () => {
  it('[tooltip-delays] a hint shows after 700 ms, its neighbour’s at once within 300 ms, and then after 700 again', async () => {
    const world = await queueWorld(stackUrl());
    for (const name of ['Um', 'Dois']) await world.add(name, 'submitted');
    await page.goto(`/admin?tab=registrations&search=${world.mark}`);
    const button = (name: string): Locator => page.getByRole('button', { name: `${world.mark} ${name}` });
    const [first, second, other] = [button('Um').first(), button('Um').last(), button('Dois').first()];
    await first.waitFor();
    const [one, two, three] = await Promise.all(
      [first, second, other].map((it) => it.getAttribute('aria-label')),
    );
    await standStill();

    await first.hover();
    await pass(690);
    expect(await hints()).toEqual([]);
    await pass(20);
    expect(await hints()).toEqual([one]);
    // Beside it, and in the row beside.
    for (const [where, says] of [
      [second, two],
      [other, three],
    ] as const) {
      await where.hover();
      await pass(20);
      expect(await hints()).toEqual([says]);
    }
    const away = () => page.mouse.move(5, 5);
    await away();
    await pass(280);
    await first.hover();
    await pass(10);
    expect(await hints()).toEqual([one]);
    await away();
    await pass(320);
    expect(await hints()).toEqual([]);
    await second.hover();
    await pass(690);
    expect(await hints()).toEqual([]);
    await pass(20);
    expect(await hints()).toEqual([two]);
  });

  it('[menu-type-ahead] letters typed in the menu make one word until a second has passed', async () => {
    await page.goto('/help');
    await page.getByRole('button', { name: 'Abrir menu do usuário' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
    await standStill();
    await page.keyboard.press('s');
    expect(await focused()).toBe('Sair');
    await pass(1_010);
    await page.keyboard.press('p');
    expect(await focused()).toBe('Perfil');
    await pass(990);
    await page.keyboard.press('a');
    expect(await focused()).toBe('Painel do Operador');
    await pass(1_010);
    // “pap” begins nothing; a new “p” goes on to the next one.
    await page.keyboard.press('p');
    expect(await focused()).toBe('Painel Administrativo');
    await pass(1_010);
    await page.keyboard.press('a');
    expect(await focused()).toBe('Atualizar Permissões');
  });
});
