import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { type HeldLine, openLine } from '../support/held-line.ts';
import { answer, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import {
  asking,
  cancel,
  failure,
  heldHash,
  MATCH,
  showsHeld,
  stored,
  withA,
} from '../support/upload-screen.ts';
import { choose, openStep } from '../support/wizard.ts';

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

/** A client whose browser goes by the line, at the upload step of a registration that holds A. */
const open = () => withA(browser, line);

describe('a cancelled upload', () => {
  it('leaves the screen with the file the server holds, wherever on its way it was', async () => {
    const { page, id, api, a, held } = await open();
    for (let tenth = 0; tenth < 10; tenth++) {
      const b = await makeSourceZip('b.zip');
      const stands = line.hold(Math.max(1, Math.floor((b.bytes.length * tenth) / 10)));
      await choose(page, b);
      await stands;
      await cancel(page);
      await held(a.sha256);
      expect(await failure(page).count()).toBe(0);
      expect(await page.getByText(MATCH).count()).toBe(0);
    }
    await stored(page).getByText('a.zip').waitFor();
    expect(await heldHash(api, id)).toBe(a.sha256);
  });

  it('that the server has stored all the same is shown as stored, and the screen says so', async () => {
    const { page, held } = await open();
    const b = await makeSourceZip('b.zip');
    const stands = line.hold('answer');
    await choose(page, b);
    await stands;
    await cancel(page);
    await held(b.sha256);
    await stored(page).getByText('b.zip').waitFor();
    await stored(page)
      .getByText('Você cancelou este envio, mas o servidor tem este arquivo guardado.')
      .waitFor();
    await stored(page).getByText(MATCH).waitFor();
    expect(await page.getByRole('button', { name: 'Próximo' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('is shown as stored too when the server ends with it only after it was asked', async () => {
    const { page, a, held } = await open();
    const b = await makeSourceZip('b.zip');
    const stands = line.hold('last byte');
    await choose(page, b);
    const late = await stands;
    await cancel(page);
    await held(a.sha256);
    late.release();
    expect(await late.answered).toBe(200);
    await held(b.sha256);
    await stored(page).getByText('Você cancelou este envio, mas').waitFor();
  });

  it('does not come back over another file that was chosen after it', async () => {
    const { page, api, id, held } = await open();
    const [b, c] = [await makeSourceZip('b.zip'), await makeSourceZip('c.zip')];
    const stands = line.hold('last byte');
    await choose(page, b);
    const late = await stands;
    await cancel(page);
    await choose(page, c);
    await page.getByText(MATCH).waitFor();
    late.release();
    await late.answered;
    expect(await heldHash(api, id)).toBe(c.sha256);
    await held(c.sha256);
    await stored(page).getByText('c.zip').waitFor();
    expect(await page.getByText(MATCH).count()).toBe(1);
    expect(await late.answered).toBe(409);
  });
});

describe('an upload whose answer does not come', () => {
  it('because the line was cut in the middle leaves what was stored before, and can be sent again', async () => {
    const { page, a, held } = await open();
    const b = await makeSourceZip('b.zip');
    const stands = line.hold(Math.floor(b.bytes.length / 2));
    await choose(page, b);
    (await stands).cut();
    await failure(page).getByText('Erro de rede ao enviar arquivo').waitFor();
    await held(a.sha256);
    line.mend();
    await failure(page).getByRole('button', { name: 'Enviar novamente' }).click();
    await page.getByText(MATCH).waitFor();
    await held(b.sha256);
  });

  it('because it was cut after the last byte is shown as stored', async () => {
    const { page, held } = await open();
    const b = await makeSourceZip('b.zip');
    const stands = line.hold('answer');
    await choose(page, b);
    (await stands).cut();
    await toast(page).getByText('Erro de rede ao enviar arquivo').waitFor();
    await held(b.sha256);
    await stored(page)
      .getByText('O envio pareceu falhar, mas o servidor tem este arquivo guardado.')
      .waitFor();
    await stored(page).getByText(MATCH).waitFor();
    expect(await failure(page).count()).toBe(0);
  });

  it('says nothing of the stored file until the server can be reached again, and then what it holds', async () => {
    const { page, held } = await open();
    const b = await makeSourceZip('b.zip');
    const stands = line.hold('answer');
    await choose(page, b);
    await stands;
    line.fail();
    await page.getByText('O servidor não respondeu', { exact: true }).waitFor();
    expect(await stored(page).count()).toBe(0);
    expect(await page.getByText(/a\.zip/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Próximo' }).getAttribute('aria-disabled')).toBe('true');
    line.mend();
    await held(b.sha256);
  });

  it('because the browser is offline is asked about as soon as it is online', async () => {
    const { page, held } = await open();
    const b = await makeSourceZip('b.zip');
    const stands = line.hold('answer');
    await choose(page, b);
    const { cut } = await stands;
    await page.context().setOffline(true);
    cut();
    await asking(page).first().waitFor();
    expect(await stored(page).count()).toBe(0);
    await page.context().setOffline(false);
    await held(b.sha256);
  });

  it.each([
    [
      'a 503',
      { status: 503, json: { message: 'Tente novamente.', code: 'outcome-unknown', requestId: 'r' } },
    ],
    ['a proxy’s page', { status: 502, body: '<html>' }],
    ['half an answer', { status: 200, body: '{"sha256":' }],
  ])('but %s in its place, is shown as stored when it was', async (_what, said) => {
    const { page, held } = await open();
    const b = await makeSourceZip('b.zip');
    await page.route(
      '**/upload',
      async (route) => {
        await route.fetch();
        await route.fulfill(said);
      },
      { times: 1 },
    );
    await choose(page, b);
    await stored(page).getByText('O envio pareceu falhar, mas').waitFor();
    await held(b.sha256);
  });

  it('but a 503 of a server that did nothing, leaves what was stored before', async () => {
    const { page, a, held } = await open();
    await answer(page, '**/upload', 503, { message: 'Indisponível.', code: 'unavailable', requestId: 'r' });
    await choose(page, await makeSourceZip('b.zip'));
    await failure(page).getByText('Indisponível.').waitFor();
    await held(a.sha256);
  });
});

describe('two pages of one person', () => {
  it('both show the later upload, and the one it took the place of says so', async () => {
    const { page, api, id, held } = await open();
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

  it('show a file that the other one sent', async () => {
    const { page, id, held } = await open();
    const other = await page.context().newPage();
    await openStep(other, id, 'upload');
    const b = await makeSourceZip('b.zip');
    await choose(other, b);
    await other.getByText(MATCH).waitFor();
    await held(b.sha256);
    await stored(page).getByText('b.zip').waitFor();
  });
});
