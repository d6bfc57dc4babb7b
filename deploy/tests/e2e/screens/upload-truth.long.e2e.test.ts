import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { type HeldLine, openLine } from '../support/held-line.ts';
import { toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { failure, MATCH, showsHeld, stored, withA } from '../support/upload-screen.ts';
import { choose, openStep } from '../support/wizard.ts';

// Needs the whole stack: two real lines into gateway and storage, one of which is held or cut on its way.
let browser: Browser;
let line: HeldLine;
beforeAll(async () => {
  [browser, line] = [await launch(), await openLine(stackUrl())];
});
afterAll(async () => {
  await browser?.close();
  await line?.close();
});
afterEach(() => line.mend());

it('an upload whose line was cut after the last byte is shown as stored', async () => {
  const { page, held } = await withA(browser, line);
  const b = await makeSourceZip('b.zip');
  const stands = line.hold('answer');
  await choose(page, b);
  (await stands).cut();
  await toast(page).getByText('Erro de rede ao enviar arquivo').waitFor();
  await held(b.sha256);
  await stored(page).getByText('O envio pareceu falhar, mas o servidor tem este arquivo guardado.').waitFor();
  await stored(page).getByText(MATCH).waitFor();
  expect(await failure(page).count()).toBe(0);
});

it('two pages of one person both show the later upload, and the one it replaced says so', async () => {
  const { page, api, id, held } = await withA(browser, line);
  const other = await page.context().newPage();
  await openStep(other, id, 'upload');
  const [b, c] = [await makeSourceZip('b.zip'), await makeSourceZip('c.zip')];
  const stands = line.hold(Math.floor(b.bytes.length / 2));
  await choose(page, b);
  const late = await stands;
  await choose(other, c);
  await other.getByText(MATCH).waitFor();
  late.release();
  await failure(page).getByText('Este envio foi substituído por outro mais recente.').waitFor();
  await held(c.sha256);
  await showsHeld(other, api, id, c.sha256);
  expect(await page.getByText(MATCH).count()).toBe(0);
});
