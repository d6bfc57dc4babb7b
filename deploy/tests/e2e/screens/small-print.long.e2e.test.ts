import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdCall } from '../support/admin-scene.ts';
import { launch, person } from '../support/browser.ts';
import { demoSession } from '../support/client.ts';
import {
  advance,
  card,
  downloaded,
  draft,
  filed,
  openDashboard,
  region,
  visit,
} from '../support/dashboard.ts';
import { makeSourceZip } from '../support/files.ts';
import { details } from '../support/journey.ts';
import { answer, dialog, enter, payable, press, toast } from '../support/payment-screens.ts';
import { stackFacts, stackUrl } from '../support/shared-stack.ts';
import { applicant, begun, choose, HEADINGS, openStep } from '../support/wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe('every page', () => {
  it('[language-pt-br] says that it is in Brazilian Portuguese, prerendered or not', async () => {
    const { page } = await person(browser, stackUrl());
    for (const [path, name] of [
      ['/', 'O código é seu. Tenha como provar.'],
      ['/auth', 'Acesse sua conta'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('pt-BR');
    }
    await page.context().close();
  });

  it('[session-before-lists] asks for registrations only once it knows who is signed in', async () => {
    const { page } = await visit(browser, stackUrl(), (api) => draft(api));
    const letGo = await holdCall(page, '**/api/auth/user');
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    await page.goto('/dashboard');
    await page.getByRole('status', { name: 'Carregando' }).waitFor();
    // Its code is fetched meanwhile; what the page reads waits.
    await page.waitForFunction(
      `performance.getEntriesByType('resource').some((one) => /dashboard-page/.test(one.name))`,
    );
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/auth/user']);
    await letGo();
    await card(page, details.title).waitFor();
    expect(asked).toContain('/api/registrations');
    await page.context().close();
  });
});

describe('a registration of before', () => {
  it('[jurisdiction-older] is shown under the names of the jurisdictions that are offered no more', async () => {
    const names = { usa: 'Estados Unidos', europa: 'Europa', mercosul: 'Mercosul' };
    const ids: Record<string, string> = {};
    const { page } = await visit(browser, stackUrl(), async (api) => {
      for (const value of Object.keys(names)) ids[value] = await draft(api, { title: `De ${value}` });
    });
    // The server takes them from nobody any more.
    const db = new pg.Client({ connectionString: stackFacts().postgresUrl });
    await db.connect();
    for (const [value, id] of Object.entries(ids))
      await db.query('UPDATE registration.registrations SET jurisdiction = $1 WHERE id = $2', [value, id]);
    await db.end();
    await openDashboard(page);
    for (const [value, name] of Object.entries(names)) {
      const shown = card(page, `De ${value}`);
      await shown.getByText(name, { exact: true }).waitFor();
      await press(shown, 'Ver Detalhes');
      await dialog(page)
        .locator('dt', { hasText: 'Jurisdição' })
        .locator('+ dd')
        .getByText(name, { exact: true })
        .waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
    }
    await region(page, 'Resumo').getByText('Territórios ativos').waitFor();
    await page.context().close();
  });
});

describe('a certificate', () => {
  it('[download-default-names] is named after the id, a ZIP arquivo.zip, where the server names no file', async () => {
    let id = '';
    const { page } = await visit(browser, stackUrl(), async (api) => {
      ({ id } = await filed(api));
      await advance(stackUrl(), id, 'certificate_issued');
    });
    await openDashboard(page);
    const nameless = (url: string) => page.route(url, (route) => route.fulfill({ status: 200, body: 'x' }));
    await nameless('**/certificate');
    await nameless('**/download');
    await press(card(page, details.title), 'Ver Detalhes');
    const button = (name: string) => dialog(page).getByRole('button', { name, exact: true });
    const names = async () => [
      (await downloaded(page, button('Download'))).name,
      (await downloaded(page, button('Baixar ZIP'))).name,
    ];
    const stored = (await makeSourceZip()).name;
    expect(await names()).toEqual([`certificado_${id.slice(0, 8)}.pdf`, stored]);
    await page.context().close();

    // A file is never stored without a name: staff's answer is changed.
    const { page: staff } = await person(browser, stackUrl());
    await enter(staff, await demoSession(stackUrl(), 'operator'));
    const one = `**/api/operator/registrations/${id}`;
    const changed = (change: object) =>
      staff.route(one, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), ...change } });
      });
    await changed({ fileName: null });
    await staff.route('**/download', (route) => route.fulfill({ status: 200, body: 'x' }));
    await staff.goto(`/operator/registrations/${id}`);
    const zip = staff
      .getByRole('region', { name: 'Arquivo', exact: true })
      .getByRole('button', { name: 'Baixar ZIP' });
    expect((await downloaded(staff, zip)).name).toBe('arquivo.zip');
    await staff.context().close();
  });

  it('[certificate-fallback] that is not there yet is said in a sentence of ours when the server has none', async () => {
    const { page } = await visit(browser, stackUrl(), async (api) => {
      await advance(stackUrl(), (await filed(api)).id, 'certificate_issued');
    });
    await openDashboard(page);
    await answer(page, '**/certificate', 400, {});
    await press(card(page, details.title), 'Download');
    await toast(page).getByText('Certificado não disponível', { exact: true }).waitFor();
    await toast(page).getByText('O certificado ainda não foi emitido para este registro.').waitFor();
    await page.context().close();
  });
});

describe('the wizard', () => {
  it('[wizard-back] goes back from the holders to the file, and from there to the first step', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await payable(api);
    await openStep(page, id, 'holders');
    for (const step of ['upload', 'basic'] as const) {
      await page.getByRole('button', { name: 'Voltar' }).click();
      await page.getByRole('heading', { level: 2, name: HEADINGS[step] }).waitFor();
    }
    // The hash is there: Next leads on without another upload.
    for (const step of ['upload', 'holders'] as const) {
      await page.getByRole('button', { name: 'Próximo' }).click();
      await page.getByRole('heading', { level: 2, name: HEADINGS[step] }).waitFor();
    }
    await page.context().close();
  });

  it('[wizard-finished] says Registro concluído at its end', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    await openStep(page, await payable(api), 'holders');
    await page.getByRole('button', { name: 'Concluir Registro' }).click();
    await toast(page).getByText('Registro concluído', { exact: true }).waitFor();
    await page.context().close();
  });

  it('[wizard-upload-reads] reads the registration again after its upload', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    await openStep(page, id, 'upload');
    const zip = await makeSourceZip('fonte.zip');
    // The page may read it before as well, when its live line stands.
    const read = page.waitForResponse(
      async (one) =>
        one.url().endsWith(`/api/registrations/${id}`) &&
        one.request().method() === 'GET' &&
        ((await one.json()) as { sha256: string | null }).sha256 === zip.sha256,
    );
    await choose(page, zip);
    await read;
    await page.context().close();
  });
});
