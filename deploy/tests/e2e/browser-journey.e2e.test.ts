import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchForTests, newContextPage, saveScreenshot, signIn } from './support/browser.ts';
import { type Client, demoAccounts, logIn } from './support/client.ts';
import { makeSourceZip } from './support/files.ts';
import { checkCertificate, details, holders, type Registration } from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';
import { fillHolder } from './support/wizard.ts';

/**
 * These tests need the whole stack: three users' browsers and all programs bring one registration to its certificate.
 */
let id: string;
let api: Client;
const account = { email: `eva-${randomBytes(5).toString('hex')}@example.com`, password: 'Senha-segura-1' };
const problems: string[] = [];

const browser = await launchForTests();
const newPage = async () => (await newContextPage(browser, stackUrl())).page;
const [client, operator, admin] = [await newPage(), await newPage(), await newPage()];
for (const page of [client, operator, admin]) {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text()))
      problems.push(message.text());
  });
}
const zip = await makeSourceZip('fonte-do-programa.zip');

const mine = (): Promise<Registration> => api.ok<Registration>(`/api/registrations/${id}`);

/** The tests run in sequence; each continues the journey. */
describe('from sign-up to the certificate in Chromium, paid by card', () => {
  it('[journey-sign-up] signs up', async () => {
    await client.goto('/');
    await client.getByRole('link', { name: 'Registrar Meu Software' }).first().click();
    await client.getByText('Criar conta').first().click();
    await client.getByLabel('Nome', { exact: true }).fill('Eva');
    await client.getByLabel('Sobrenome').fill('Conceição');
    await client.getByLabel('E-mail').fill(account.email);
    await client.getByLabel('Senha', { exact: true }).fill(account.password);
    await client.locator('form').getByRole('button', { name: 'Criar conta' }).click();
    await client.getByRole('heading', { name: /Eva/ }).waitFor();
    await saveScreenshot(client, 'journey-1-dashboard');
    api = await logIn(stackUrl(), account);
  });

  it('[journey-details] describes the program in the wizard', async () => {
    await client.goto('/register');
    await client.getByRole('link', { name: 'Iniciar Registro' }).click();
    await client.getByLabel('Título do software').fill(details.title);
    await client.getByLabel('Descrição').fill(details.description);
    await client.getByLabel('CPF/CNPJ do requerente').pressSequentially('11144477735');
    expect(await client.getByLabel('CPF/CNPJ do requerente').inputValue()).toBe('111.444.777-35');
    await saveScreenshot(client, 'journey-2-details');
    await client.getByRole('button', { name: 'Próximo' }).click();
    await client.waitForURL(/step=upload/);
    id = new URL(client.url()).searchParams.get('id') ?? '';
    expect(id).not.toBe('');
  });

  it('[journey-upload] uploads a real ZIP and shows the hash that coreutils computes', async () => {
    await client.locator('input[type=file]').setInputFiles({
      name: zip.name,
      mimeType: 'application/zip',
      buffer: zip.bytes,
    });
    await client.getByText('Os dois hashes coincidem: o arquivo chegou intacto.').waitFor();
    const shown = (await client.locator('main').innerText()).replace(/\s+/g, '');
    expect(shown.split(zip.sha256)).toHaveLength(3); // the browser's hash and the server's
    await saveScreenshot(client, 'journey-3-upload');
    await client.getByRole('button', { name: 'Próximo' }).click();
  });

  it('[journey-holders] adds holders until their shares total 100 %', async () => {
    for (const holder of holders) {
      await fillHolder(client, holder.holderName, holder.holderTaxId.replace(/\W/g, ''));
      await client.getByLabel('Percentual (%)').fill(String(holder.ownershipPercentage));
      await client.getByRole('button', { name: 'Adicionar Titular' }).click();
      await client.getByRole('button', { name: `Remover ${holder.holderName}` }).waitFor();
    }
    await client.getByText('Total: 100%').waitFor();
    await client.getByText('Os percentuais somam exatamente 100%.').waitFor();
    await saveScreenshot(client, 'journey-4-holders');
    await client.getByRole('button', { name: 'Concluir Registro' }).click();
    // The dialog warns that the account holder, suggested in the first step, is not a rights holder.
    await client.getByRole('dialog').getByRole('button', { name: 'Concluir assim mesmo' }).click();
    await client.getByRole('heading', { name: 'Falta o pagamento' }).waitFor();
  });

  it('[journey-card] pays by card after another card was declined', async () => {
    await client.goto('/dashboard');
    await client.getByRole('button', { name: /Pagar/ }).first().click();
    const dialog = client.getByRole('dialog');
    const pay = async (number: string) => {
      await dialog.getByLabel('Número do cartão').fill(number);
      await dialog.getByLabel('Validade (MM/AA)').fill('1230');
      await dialog.getByLabel('CVC').fill('123');
      await dialog.getByRole('button', { name: /Pagar R\$/ }).click();
    };
    await pay('4000000000000002');
    await dialog.getByText('Pagamento Rejeitado').waitFor();
    expect((await mine()).status).toBe('submitted');
    await dialog.getByRole('button', { name: 'Tentar Novamente' }).click();
    await pay('4242424242424242');
    await dialog.getByText('Pagamento Aprovado!').waitFor();
    await saveScreenshot(client, 'journey-5-paid');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await expect.poll(async () => (await mine()).status, { timeout: 15_000 }).toBe('paid');
    await client.getByRole('article', { name: details.title }).first().getByText('Pago').first().waitFor();
  });

  it('[journey-operator] lets an operator approve the registration twice', async () => {
    await signIn(operator, demoAccounts.operator);
    await operator.goto(`/operator/registrations/${id}`);
    await operator.getByRole('heading', { name: details.title }).waitFor();
    // The hash is collapsed until its summary is clicked.
    await operator
      .locator('summary')
      .filter({ hasText: /^SHA-256/ })
      .click();
    await operator.locator('main').getByText(zip.sha256).first().waitFor();
    for (const status of ['reviewing', 'government_processing']) {
      await operator.getByRole('button', { name: /^Aprovar/ }).click();
      await operator
        .getByRole('dialog')
        .getByRole('button', { name: /Confirmar|Aprovar/ })
        .click();
      await expect.poll(async () => (await mine()).status, { timeout: 15_000 }).toBe(status);
      await operator.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await saveScreenshot(operator, 'journey-6-operator');
  });

  it('[journey-admin] lets an admin complete the registration and issue the certificate', async () => {
    await signIn(admin, demoAccounts.admin);
    await admin.goto('/admin?tab=registrations');
    for (const [name, status] of [
      ['Concluído', 'completed'],
      ['Certificado Emitido', 'certificate_issued'],
    ] as const) {
      await admin.getByRole('textbox', { name: /Buscar/ }).fill(zip.sha256.slice(0, 16));
      await admin
        .getByRole('button', { name: /Atualizar status/i })
        .first()
        .click();
      const dialog = admin.getByRole('dialog');
      await chooseStatus(dialog, name);
      await dialog.getByRole('button', { name: /^(Atualizar|Confirmar|Salvar)/ }).click();
      await expect.poll(async () => (await mine()).status, { timeout: 15_000 }).toBe(status);
      await dialog.waitFor({ state: 'hidden' });
    }
    await saveScreenshot(admin, 'journey-7-admin');
  });

  it('[journey-certificate] shows the issued certificate without a reload and downloads it', async () => {
    const card = client.getByRole('article', { name: details.title }).first();
    await card.getByText('Certificado Emitido').first().waitFor();
    const [file] = await Promise.all([
      client.waitForEvent('download'),
      card.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`certificado_${id.slice(0, 8)}.pdf`);
    checkCertificate(readFileSync(await file.path()), await mine(), zip);
    await saveScreenshot(client, 'journey-8-certificate');
    // No browser reported a script error or a CSP violation.
    expect(problems).toEqual([]);
  });
});

async function chooseStatus(dialog: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  const radio = dialog.getByRole('radio', { name: new RegExp(name) });
  if ((await radio.count()) > 0) return radio.first().check();
  await dialog
    .getByRole('combobox')
    .or(dialog.getByRole('textbox', { name: /status/i }))
    .first()
    .click();
  await dialog
    .page()
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .click();
}
