import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { type HeldLine, openLine } from '../support/held-line.ts';
import { toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { failure, MATCH, showsHeld, stored, withA } from '../support/upload-screen.ts';
import { choose, openStep } from '../support/wizard.ts';

// Needs the whole stack: a proxy holds or cuts real connections to gateway and storage.
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

it('shows an upload as stored when the connection is cut after the last byte', async () => {
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

it('shows the later upload on two pages of one user, and reports the superseded one', async () => {
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
