import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { advance, card, draft, filed, openDashboard, region, visit } from '../support/dashboard.ts';
import { dialog, payByCard, press, sendBack } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** One of each kind, the least urgent made last. */
async function oneOfEach(api: Client): Promise<void> {
  const { id: back } = await filed(api, { title: 'A corrigir' });
  await payByCard(api, back);
  await sendBack(api, back, 'Falta o manual');
  await filed(api, { title: 'A pagar' });
  const { id: issued } = await filed(api, { title: 'Com certificado' });
  await advance(stackUrl(), issued, 'certificate_issued');
  for (const title of ['Rascunho 1', 'Rascunho 2', 'Rascunho 3']) await draft(api, { title });
}

const names = (page: Page): Promise<string[]> =>
  region(page, 'Prioridades')
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[title]')?.getAttribute('title') ?? ''));

/** Buttons, and labels in them, that are cut off. */
const cutLabels = (where: Locator): Promise<string[]> =>
  where.locator('button, a[class*="Button"], .mantine-Button-label').evaluateAll((parts) =>
    parts
      // What is not shown, or only a stretch of a line, has no width of its own.
      .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
      .map((part) => `${part.textContent} ${part.scrollWidth}/${part.clientWidth}`),
  );

describe('the priorities of the dashboard', () => {
  it('[priorities-order] are what is most urgent, however much was begun since: corrections, payment, certificate', async () => {
    const { page, api } = await visit(browser, stackUrl(), oneOfEach);
    await openDashboard(page);
    await region(page, 'Prioridades').getByRole('listitem').first().waitFor();
    expect(await names(page)).toEqual(['A corrigir', 'A pagar', 'Com certificado']);
    // As each is dealt with the next comes up.
    const { items } = await api.ok<{ items: { id: string; title: string }[] }>('/api/registrations');
    const idOf = (title: string) => items.find((one) => one.title === title)?.id ?? '';
    await api.post(`/api/registrations/${idOf('A corrigir')}/resubmit`);
    await payByCard(api, idOf('A pagar'));
    await expect.poll(() => names(page)).toEqual(['Com certificado', 'Rascunho 3', 'Rascunho 2']);
    await page.context().close();
  });

  it.each([320, 360, 412])(
    '[priorities-labels] and the details show every button whole on a screen of %i pixels',
    async (width) => {
      const { page } = await visit(browser, stackUrl(), oneOfEach, { viewport: { width, height: 780 } });
      await openDashboard(page);
      await region(page, 'Prioridades').getByRole('listitem').first().waitFor();
      await card(page, 'Rascunho 3').waitFor();
      expect(await cutLabels(page.locator('body'))).toEqual([]);
      for (const title of ['A corrigir', 'A pagar', 'Com certificado', 'Rascunho 1']) {
        await press(card(page, title), 'Ver Detalhes');
        await dialog(page).getByRole('heading', { name: title, level: 2 }).waitFor();
        expect([title, await cutLabels(dialog(page))]).toEqual([title, []]);
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'hidden' });
      }
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await page.context().close();
    },
  );
});
