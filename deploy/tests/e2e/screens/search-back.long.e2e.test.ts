import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { card, filed, openDashboard, visit } from '../support/dashboard.ts';
import { details } from '../support/journey.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

describe('the search of a list', () => {
  it('forgets what was typed last when Back has brought another search', async () => {
    const { page } = await visit(browser, stackUrl(), (api) => filed(api));
    await openDashboard(page);
    await card(page, details.title).waitFor();
    await page.evaluate(`history.pushState({}, '', '/dashboard?search=nada-disso');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))`);
    const box = page.getByRole('main').getByRole('textbox').first();
    await page.waitForFunction(`document.querySelector('main input')?.value === 'nada-disso'`);
    await page.clock.install();
    await box.fill('outra coisa');
    await page.goBack();
    await card(page, details.title).waitFor();
    await page.clock.runFor(2_000);
    expect(await box.inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
    // The list takes presses again: nothing is still on its way to it.
    await card(page, details.title).getByRole('button', { name: 'Ver detalhes' }).click();
    await page.getByRole('dialog').waitFor();
    await page.context().close();
  });
});
