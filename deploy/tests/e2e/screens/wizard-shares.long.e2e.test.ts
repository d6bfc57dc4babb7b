import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { hasFocus } from '../support/keyboard.ts';
import { payable, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, describedBy, nameHolder, openStep } from '../support/wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const DECIMAL = 'Use um número inteiro, sem casas decimais; por exemplo: 33, 33 e 34.';
const OTHER = 'Percentual deve ser um número inteiro de 0 a 100.';
const REFUSED = [
  ['2,5', DECIMAL],
  ['33,33', DECIMAL],
  ['33.33', DECIMAL],
  ['-5', 'Percentual mínimo é 0'],
  ['101', 'Percentual máximo é 100'],
  ['', 'Informe o percentual.'],
  ['abc', OTHER],
  ['1e2', OTHER],
  ['１００', OTHER],
  ['0x10', OTHER],
  ['1 0', OTHER],
  [' 5 ', OTHER],
] as const;

const share = (page: Page) => page.getByLabel('Percentual (%)');
const press = (page: Page) => page.getByRole('button', { name: 'Adicionar Titular' }).click();

/** The holders' form with a person in it, and how often the server was asked to add one. */
async function formOf() {
  const { page, api } = await applicant(browser, stackUrl());
  const id = await payable(api);
  await openStep(page, id, 'holders');
  await nameHolder(page, 'Bruno Araújo', '12abc34501de35');
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/holders')) asked += 1;
  });
  const listed = async () =>
    (await api.ok<{ items: { ownershipPercentage: number }[] }>(`/api/registrations/${id}/holders`)).items;
  return { page, listed, asked: () => asked };
}

describe('a share', () => {
  it('[wizard-shares] typed as anything but a whole number is refused in its own words, and stays as it was typed', async () => {
    const { page, listed, asked } = await formOf();
    for (const [typed, sentence] of REFUSED) {
      await share(page).fill('');
      await share(page).pressSequentially(typed);
      await press(page);
      await expect
        .poll(() => describedBy(share(page)), { message: `share ${typed}`, timeout: 15_000 })
        .toContain(sentence);
      expect(await share(page).inputValue()).toBe(typed);
      expect(await hasFocus(share(page))).toBe(true);
    }
    expect([asked(), await listed()]).toEqual([0, []]);
    await share(page).fill('25');
    await press(page);
    await page.getByText('Total: 25%', { exact: true }).waitFor();
    expect(await listed()).toMatchObject([{ ownershipPercentage: 25 }]);
  });

  it('[wizard-shares-input] pasted or composed is taken as it is, and neither wheel nor arrow keys change it', async () => {
    const { page, listed, asked } = await formOf();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate("navigator.clipboard.writeText('33,33')");
    await share(page).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await press(page);
    await expect.poll(() => describedBy(share(page)), { timeout: 15_000 }).toContain(DECIMAL);
    expect(await share(page).inputValue()).toBe('33,33');
    await share(page).fill('');
    // As an input method commits its text: full-width digits.
    await page.keyboard.insertText('５０');
    await press(page);
    await expect.poll(() => describedBy(share(page)), { timeout: 15_000 }).toContain(OTHER);
    expect(await share(page).inputValue()).toBe('５０');
    await share(page).fill('40');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'PageUp']) await page.keyboard.press(key);
    await share(page).hover();
    await page.mouse.wheel(0, -300);
    await page.mouse.wheel(0, 300);
    expect([await share(page).inputValue(), asked()]).toEqual(['40', 0]);
    await share(page).press('Enter');
    await toast(page).getByText('Titular adicionado').waitFor();
    expect(await listed()).toMatchObject([{ ownershipPercentage: 40 }]);
  });

  it('[wizard-shares-zero] of 0 and of 100 are shares; an empty one is asked for', async () => {
    const { page, listed } = await formOf();
    await press(page);
    await expect.poll(() => describedBy(share(page)), { timeout: 15_000 }).toContain('Informe o percentual.');
    await share(page).fill('0');
    await press(page);
    await page.getByRole('button', { name: 'Remover Bruno Araújo' }).waitFor();
    await nameHolder(page, 'Carla Dias', '11144477735');
    await page.getByRole('button', { name: 'Usar o restante (100%)' }).click();
    expect(await share(page).inputValue()).toBe('100');
    await press(page);
    await page.getByText('Os percentuais somam exatamente 100%.').waitFor();
    expect(await listed()).toMatchObject([{ ownershipPercentage: 0 }, { ownershipPercentage: 100 }]);
  });
});
