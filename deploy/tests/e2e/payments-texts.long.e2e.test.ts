import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './support/browser.ts';
import { cardRows } from './support/payment-rows-card.ts';
import { creditRows } from './support/payment-rows-credits.ts';
import { dialog, openScene, type Scene, toast } from './support/payment-screens.ts';
import { stackUrl } from './support/shared-stack.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** A text as it stands there, or the name of a button or a field. */
const shown = (where: Locator, text: string): Locator =>
  where
    .getByText(text, { exact: true })
    .or(where.getByRole('button', { name: text, exact: true }))
    .or(where.getByLabel(text, { exact: true }))
    .first();

async function isTold({ page }: Scene, [title, description]: readonly [string, string]): Promise<void> {
  await toast(page).getByText(title, { exact: true }).waitFor();
  expect((await toast(page).locator('p').allInnerTexts()).slice(0, 2)).toEqual([title, description]);
}

async function sees({ page }: Scene, texts: readonly string[]): Promise<void> {
  const open = (await dialog(page).count()) > 0;
  for (const text of texts) await shown(open ? dialog(page) : page.getByRole('main'), text).waitFor();
}

describe('what a payer is told (spec §4, §8)', () => {
  it.each([...cardRows, ...creditRows])('[payer-told] when $when', async (row) => {
    const scene = await openScene(browser, stackUrl(), row);
    await row.drive(scene);
    if (row.toast) await isTold(scene, row.toast);
    if (row.shows) await sees(scene, row.shows);
    await row.afterwards?.(scene);
    await scene.page.context().close();
  });
});
