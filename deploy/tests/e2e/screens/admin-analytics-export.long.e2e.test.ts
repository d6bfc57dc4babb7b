import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { signUp } from '../support/client.ts';
import { holdAnswer } from '../support/held-answer.ts';
import { details } from '../support/journey.ts';
import { toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=analytics';
const CALL = '/api/admin/export';
const FORMULA = '=HYPERLINK("http://exemplo.com.br";"Clique; aqui")';

const browser = await ownBrowser();
const { client } = await signUp(stackUrl());
await client.post('/api/registrations', { ...details, title: FORMULA, holderName: '+55 Titular' });
const { page } = await adminAt(browser, stackUrl(), TAB);

const press = (on: Page, name: string): Promise<void> =>
  on.getByRole('button', { name, exact: true }).click();
const outcome = (on: Page): Locator => on.getByLabel('Exportação', { exact: true });

/** Rows and cells of a CSV with every cell quoted; anything else in it is a mistake. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(;|\r\n)/gy;
  for (let at = 0; at < csv.length; at = cell.lastIndex) {
    cell.lastIndex = at;
    const found = cell.exec(csv);
    if (found === null) throw new Error(`not a cell at ${at}: ${csv.slice(at, at + 80)}`);
    row.push((found[1] ?? '').replaceAll('""', '"'));
    if (found[2] === ';') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('the export of the analytics', () => {
  it('[admin-export-csv] shows the toast and saves the CSV of the period, formulas made plain', async () => {
    await page.goto(`${TAB}&period=7`);
    const download = page.waitForEvent('download');
    await press(page, 'Exportar');
    await toast(page).getByText('Exportação iniciada').waitFor();
    await toast(page).getByText('por e-mail').waitFor();
    const file = await download;
    expect(file.suggestedFilename()).toBe('registros_7_dias.csv');
    const bytes = await readFile(await file.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
    const [header = []] = rows;
    expect(header).toEqual(expect.arrayContaining(['Título', 'Status', 'SHA-256', 'Taxa (R$)']));
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([header.length]));
    const mine = rows.find((row) => row[1] === `'${FORMULA}`) ?? [];
    expect(mine[header.indexOf('Titular')]).toBe("'+55 Titular");
    expect(mine[header.indexOf('Taxa (R$)')]).toMatch(/3\.?499,00/);
    expect(rows.flat().filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([]);
    await outcome(page).getByText('registros_7_dias.csv salvo').waitFor();
    await outcome(page).getByRole('button', { name: 'Fechar' }).click();
    await outcome(page).waitFor({ state: 'detached' });
  });

  it('[admin-export-progress] says how much has come, and stops when told to', async () => {
    const way = await holdAnswer(stackUrl(), CALL);
    const { page: own } = await adminAt(browser, way.url, TAB);
    await press(own, 'Exportar');
    await way.reachedHalf;
    await outcome(own).getByRole('progressbar').waitFor();
    await outcome(own)
      .getByText(/^Recebidos [\d,]+ (B|KB|MB)$/)
      .waitFor();
    await press(own, 'Cancelar exportação');
    await way.hungUp;
    await outcome(own).getByText('Exportação cancelada. Nada foi salvo.').waitFor();
    // The focus is where it was: on what starts the next one.
    const focused = () => own.evaluate<string>('document.activeElement.textContent');
    await eventually(focused).toBe('Exportar');
    await own.context().close();
    await way.close();
  });

  it('[admin-export-broken] saves nothing when the line breaks midway, says so, and can be asked again', async () => {
    const way = await holdAnswer(stackUrl(), CALL);
    const { page: own } = await adminAt(browser, way.url, TAB);
    let saved = 0;
    own.on('download', () => {
      saved += 1;
    });
    await press(own, 'Exportar');
    await way.reachedHalf;
    const alert = own.getByRole('alert', { name: 'Exportação' });
    // Both at once: the toast goes after a while.
    const said = Promise.all([
      alert.getByText(/A transferência parou depois de .* incompleto e não foi salvo/).waitFor(),
      toast(own).getByText('Erro ao exportar').waitFor(),
    ]);
    way.cut();
    await said;
    expect(saved).toBe(0);
    const download = own.waitForEvent('download');
    // The way stays cut; the retry goes round it.
    await own.route(`**${CALL}*`, async (route) => {
      const url = route.request().url().replace(way.url, stackUrl());
      await route.fulfill({
        response: await route.fetch({ url, headers: { ...route.request().headers(), origin: stackUrl() } }),
      });
    });
    await alert.getByRole('button', { name: 'Tentar novamente' }).click();
    await download;
    await own.context().close();
    await way.close();
  });
});
