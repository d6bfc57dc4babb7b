import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { details, holders } from '../support/journey.ts';
import { dialog, enter, press, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());

async function open(id: string): Promise<Page> {
  const { page } = await person(browser, stackUrl());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, world.operator);
  await page.goto(`/operator/registrations/${id}`);
  return page;
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const read = async (where: Locator): Promise<string> => (await where.innerText()).replace(/\s+/g, ' ');

describe('a registration as staff see it', () => {
  it('[operator-detail-information] shows what the client wrote, the notes, the holders and every step', async () => {
    const id = await world.add('Inteira', 'paid');
    const other = await world.add('Com titulares', 'submitted');
    for (const holder of holders)
      await world.ownerOf(other).post(`/api/registrations/${other}/holders`, holder);
    await world.operator.patch(`/api/registrations/${other}/operator-action`, {
      action: 'add_notes',
      notes: 'Falta conferir o hash.',
    });
    const page = await open(other);
    await page.getByRole('heading', { name: `${world.mark} Com titulares`, level: 1 }).waitFor();
    const info = await read(card(page, 'Informações'));
    const facts = [
      ['Requerente', details.applicantName],
      ['E-mail', details.applicantEmail],
      ['CPF/CNPJ', details.applicantTaxId],
      ['Descrição', details.description],
    ];
    for (const [name, value] of facts) expect(info).toContain(`${name} ${value}`);
    expect(info).toMatch(/Criado em \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    expect(info).toMatch(/Última atualização \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    expect(await read(card(page, 'Notas internas'))).toMatch(
      /Otávia Prado \d{2}\/\d{2}\/\d{4} \d{2}:\d{2} Falta conferir o hash\./,
    );
    await card(page, 'Titulares').waitFor();
    const shares = await read(card(page, 'Titulares'));
    for (const { holderName, holderTaxId, ownershipPercentage } of holders) {
      expect(shares).toContain(`${holderName} ${ownershipPercentage}% ${holderTaxId}`);
    }
    expect(shares).toContain('Total: 100%');
    await expect
      .poll(() => read(card(page, 'Histórico de status')), SOON)
      .toMatch(/Submetido Registro criado há menos de 1 min/);

    await page.goto(`/operator/registrations/${id}`);
    await expect
      .poll(() => read(card(page, 'Histórico de status')), SOON)
      .toMatch(
        /Pago antes: Submetido há menos de 1 min .* por Ada Administradora Submetido Registro criado durou/,
      );
    expect(await card(page, 'Titulares').count()).toBe(0);
    expect(await card(page, 'Notas internas').count()).toBe(0);
  });

  it('[operator-detail-file] shows the file, copies its hash and downloads it byte for byte, with progress', async () => {
    const id = await world.add('Arquivo', 'paid');
    const bytes = world.zips.get(id) ?? Buffer.of();
    const hash = createHash('sha256').update(bytes).digest('hex');
    const page = await open(id);
    const file = card(page, 'Arquivo');
    await file
      .locator('summary')
      .filter({ hasText: /^SHA-256/ })
      .click();
    await file.getByText(hash).waitFor();
    expect(await read(file)).toContain('Nome fonte.zip');
    const size = (bytes.length / 1024).toFixed(1).replace('.', ',');
    expect(await read(file)).toContain(`Tamanho ${size} KB`);
    await file.getByRole('button', { name: 'Copiar SHA-256' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), SOON).toBe(hash);

    const [saved] = await Promise.all([page.waitForEvent('download'), press(file, 'Baixar ZIP')]);
    expect(saved.suggestedFilename()).toBe('fonte.zip');
    expect(readFileSync(await saved.path()).equals(bytes)).toBe(true);
    await toast(page).getByText('Download iniciado').waitFor();

    let answer: (() => void) | undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    const zip = '**/download';
    await page.route(zip, async (route) => {
      await held;
      await route.fulfill({
        status: 503,
        json: { message: 'O arquivo está fora do ar.', code: 'x', requestId: 'r' },
      });
    });
    await press(file, 'Baixar ZIP');
    await file.getByRole('progressbar', { name: 'Baixando fonte.zip' }).waitFor();
    answer?.();
    await toast(page).getByText('Erro ao baixar').waitFor();
    await toast(page).getByText('O arquivo está fora do ar.').waitFor();
    await page.unroute(zip);
    await page.route(zip, (route) => route.abort());
    await press(file, 'Baixar ZIP');
    await toast(page).getByText('Não foi possível baixar o arquivo').waitFor();

    const { id: bare } = await world.client.post<{ id: string }>('/api/registrations', details);
    await page.goto(`/operator/registrations/${bare}`);
    await card(page, 'Arquivo').getByText('O cliente ainda não enviou o arquivo.').waitFor();
    expect(await page.getByRole('button', { name: 'Baixar ZIP' }).count()).toBe(0);
  });

  it('[operator-detail-missing] says so when there is no such registration, and when it cannot be loaded', async () => {
    const page = await open('00000000-0000-7000-8000-000000000000');
    await page.getByRole('heading', { name: 'Registro não encontrado' }).waitFor();
    await page.getByRole('link', { name: 'Voltar ao painel' }).click();
    await page.waitForURL('**/operator');
    const id = await world.add('Fora do ar', 'paid');
    const one = `**/api/operator/registrations/${id}`;
    await page.route(one, (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'Serviço indisponível.', code: 'unavailable', requestId: 'r' },
      }),
    );
    await page.goto(`/operator/registrations/${id}`);
    await page.getByRole('heading', { name: 'Erro ao carregar dados' }).waitFor();
    await page.getByText('Falha ao carregar informações do registro').waitFor();
    await toast(page).getByText('Serviço indisponível.').waitFor();
    await page.unroute(one);
    let answer: (() => void) | undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route(one, async (route) => {
      await held;
      await route.continue();
    });
    await press(page.getByRole('main'), 'Tentar novamente');
    await page.reload();
    await page.getByRole('status', { name: 'Carregando registro' }).waitFor();
    answer?.();
    await page.getByRole('heading', { name: `${world.mark} Fora do ar`, level: 1 }).waitFor();
    expect(await dialog(page).count()).toBe(0);
  });

  it('[operator-detail-neighbours] goes to the next record of the list it came from, and back to that list', async () => {
    const names = ['Par 01', 'Par 02', 'Par 03'];
    for (const name of names) await world.add(name, 'paid');
    const { page } = await person(browser, stackUrl());
    await enter(page, world.operator);
    const query = `?tab=paid&search=${world.mark}+Par&sort=title`;
    await page.goto(`/operator${query}`);
    await page.getByRole('link', { name: `Ver Detalhes: ${world.mark} Par 01` }).click();
    const heading = (name: string) => page.getByRole('heading', { name: `${world.mark} ${name}`, level: 1 });
    await heading('Par 01').waitFor();
    await page.getByText('1 de 3', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Registro anterior: não há' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: `Próximo registro: ${world.mark} Par 02` }).click();
    await heading('Par 02').waitFor();
    // Approved, it leaves this list; the way through the list stays.
    await press(page.getByRole('main'), /^Aprovar/);
    await press(dialog(page), 'Confirmar aprovação');
    await toast(page).getByText('Ação executada com sucesso').waitFor();
    await page.getByRole('button', { name: `Próximo registro: ${world.mark} Par 03` }).click();
    await heading('Par 03').waitFor();
    await page.getByText('2 de 2', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Voltar ao painel' }).click();
    await expect.poll(() => new URL(page.url()).search, SOON).toBe(query);
    await expect.poll(() => page.locator('tbody tr').count(), SOON).toBe(2);
  });
});
