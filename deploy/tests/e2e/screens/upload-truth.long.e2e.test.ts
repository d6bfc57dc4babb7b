import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { type HoldingProxy, startHoldingProxy } from '../support/held-line.ts';
import { toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import {
  expectStored,
  failure,
  HASHES_MATCH_TEXT,
  startWithFileA,
  stored,
} from '../support/upload-screen.ts';
import { chooseFile, openStep } from '../support/wizard.ts';

// These tests need the whole stack: a proxy holds or cuts real connections to gateway and storage.
let browser: Browser;
let line: HoldingProxy;
beforeAll(async () => {
  [browser, line] = [await launch(), await startHoldingProxy(stackUrl())];
});
afterAll(async () => {
  await browser?.close();
  await line?.close();
});
afterEach(() => line.recover());

it('shows an upload as stored when the connection is cut after the last byte', async () => {
  const { page, held } = await startWithFileA(browser, line);
  const b = await makeSourceZip('b.zip');
  const stands = line.hold('answer');
  await chooseFile(page, b);
  (await stands).cut();
  await toast(page).getByText('Erro de rede ao enviar arquivo').waitFor();
  await held(b.sha256);
  await stored(page).getByText('O envio pareceu falhar, mas o servidor tem este arquivo guardado.').waitFor();
  await stored(page).getByText(HASHES_MATCH_TEXT).waitFor();
  expect(await failure(page).count()).toBe(0);
});

it('shows the later of two uploads on both pages, and reports the earlier one as superseded', async () => {
  const { page, api, id, held } = await startWithFileA(browser, line);
  const other = await page.context().newPage();
  await openStep(other, id, 'upload');
  const [b, c] = [await makeSourceZip('b.zip'), await makeSourceZip('c.zip')];
  const stands = line.hold(Math.floor(b.bytes.length / 2));
  await chooseFile(page, b);
  const late = await stands;
  await chooseFile(other, c);
  await other.getByText(HASHES_MATCH_TEXT).waitFor();
  late.release();
  await failure(page).getByText('Este envio foi substituído por outro mais recente.').waitFor();
  await held(c.sha256);
  await expectStored(other, api, id, c.sha256);
  expect(await page.getByText(HASHES_MATCH_TEXT).count()).toBe(0);
});
