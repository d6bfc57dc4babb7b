import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { details } from '../support/journey.ts';
import { focusIsKept, hasFocus } from '../support/keyboard.ts';
import { payable, payByCard, paymentHere, sendBack, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, HEADINGS, nameHolder, openStep, where } from '../support/wizard.ts';

const browser = await ownBrowser();

/** A name comes with its CPF or CNPJ. */
type Typed = { name?: string; taxId?: string; share?: string };

const add = async (page: Page, { name, taxId, share }: Typed) => {
  if (name !== undefined && taxId !== undefined) await nameHolder(page, name, taxId);
  if (share !== undefined) await page.getByLabel('Percentual (%)').fill(share);
  await page.getByRole('button', { name: 'Adicionar Titular' }).click();
};
const summary = (page: Page) => page.getByRole('region', { name: 'Confira antes de concluir' });

describe('the holders step', () => {
  it('[wizard-holders] adds up to exactly 100 %, fills the rest, refuses more and removes', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await payable(api);
    await openStep(page, id, 'holders');
    await page.getByText('Nenhum titular adicionado.').waitFor();
    for (const badge of ['Total: 0%', 'Disponível: 100%'])
      await page.getByText(badge, { exact: true }).waitFor();
    await page.getByLabel('Nome do titular').fill('');
    await page.getByRole('button', { name: 'Adicionar Titular' }).click();
    await page.getByText('Nome é obrigatório').waitFor();
    await page.getByText('CPF/CNPJ deve ter pelo menos 11 caracteres').waitFor();
    await add(page, { name: 'Bruno Araújo', taxId: '12abc34501de35', share: '101' });
    await page.getByText('Percentual máximo é 100').waitFor();
    await add(page, { share: '60' });
    await toast(page).getByText('Titular adicionado').waitFor();
    await page.getByText('Total: 60%', { exact: true }).waitFor();
    const list = page.getByRole('list', { name: 'Titulares adicionados' });
    expect(await list.innerText()).toContain('12.ABC.345/01DE-35');
    await expect.poll(() => hasFocus(page.getByLabel('Nome do titular'))).toBe(true);
    await add(page, { name: 'Caio Dias', taxId: '11144477735', share: '41' });
    await toast(page).getByText('Percentual excede 100%').waitFor();
    await toast(page).getByText('A soma dos percentuais seria 101%. Máximo permitido: 100%.').waitFor();
    await page.getByRole('button', { name: 'Usar o restante (40%)' }).click();
    await expect.poll(() => page.getByLabel('Percentual (%)').inputValue()).toBe('40');
    // What is being typed outlives a reload.
    await page.reload();
    await expect.poll(() => page.getByLabel('Nome do titular').inputValue()).toBe('Caio Dias');
    await page.getByRole('button', { name: 'Adicionar Titular' }).click();
    await page.getByText('Os percentuais somam exatamente 100%.').waitFor();
    await page.getByText('Total: 100%', { exact: true }).waitFor();
    await page.getByText('Disponível: 0%', { exact: true }).waitFor();
    expect(await summary(page).innerText()).toContain('Caio Dias\n111.444.777-35');
    await page.getByRole('button', { name: 'Remover Bruno Araújo' }).click();
    await toast(page).getByText('Titular removido').waitFor();
    await page.getByText('Total: 40%', { exact: true }).waitFor();
    await focusIsKept(page);
    const { items } = await api.ok<{ items: object[] }>(`/api/registrations/${id}/holders`);
    expect(items).toMatchObject([{ holderName: 'Caio Dias', ownershipPercentage: 40 }]);
  });

  it('[wizard-complete] has the answers checked, finishes without holders and leads on to the payment', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await payable(api);
    await openStep(page, id, 'holders');
    const shown = await summary(page).innerText();
    for (const text of [
      details.title,
      details.description,
      details.applicantEmail,
      'Brasil',
      'fonte.zip',
      'R$ 3.499,00',
      'Nenhum informado (opcional)',
    ])
      expect(shown).toContain(text);
    await summary(page).getByRole('link', { name: 'Alterar Informações' }).click();
    await page.getByLabel('Título do software').fill('Título conferido');
    const sent = page.waitForRequest((request) => request.url().endsWith(id) && request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Próximo' }).click();
    await sent;
    await toast(page).getByText('Dados atualizados').waitFor();
    await page.getByRole('button', { name: 'Próximo' }).click();
    await summary(page).getByText('Título conferido').waitFor();
    await summary(page).getByRole('link', { name: 'Alterar Arquivo' }).click();
    await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
    await page.goBack();
    await summary(page).getByRole('button', { name: 'Alterar Titulares de direitos' }).click();
    // A holder typed and not added is not silently left out.
    await page.getByLabel('Nome do titular').fill('Esquecido');
    await page.getByRole('button', { name: 'Concluir Registro' }).click();
    await page
      .getByRole('alert')
      .getByText(/titular preenchido que não foi adicionado/)
      .waitFor();
    await page.getByRole('button', { name: 'Limpar campos' }).click();
    await page.getByRole('button', { name: 'Concluir Registro' }).click();
    await page.getByRole('heading', { level: 1, name: 'Falta o pagamento: R$ 3.499,00' }).waitFor();
    await page.getByText('Seu registro está salvo; a análise começa depois do pagamento.').waitFor();
    await toast(page).getByText('Registro concluído', { exact: true }).waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/conclu/i);
    expect(await page.getByRole('link', { name: 'Ir para o Painel' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    expect(await page.getByRole('link', { name: 'Registrar Outro Software' }).getAttribute('href')).toBe(
      '/register',
    );
    await paymentHere(page).getByLabel('Número do cartão').waitFor();
    expect((await api.ok<{ total: number }>('/api/registrations')).total).toBe(1);
  });

  it('[wizard-corrections] a paid registration sent back is changed and resent, never paid again', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await payable(api);
    await payByCard(api, id);
    await page.goto(`/register?id=${id}&step=basic`);
    await page.getByRole('heading', { name: 'Registro em andamento' }).waitFor();
    expect(await page.getByRole('link', { name: 'Ir para o Painel' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    await sendBack(api, id, 'Falta o manual');
    await page.goto('/register');
    await page.getByText(/Correções solicitadas · iniciado em/).waitFor();
    await page.getByRole('link', { name: `Continuar ${details.title}` }).click();
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.getByRole('button', { name: 'Sou o único titular' }).click();
    await page.getByText('Os percentuais somam exatamente 100%.').waitFor();
    await focusIsKept(page);
    await summary(page).getByText('Já paga').waitFor();
    await page.getByRole('button', { name: 'Concluir Registro' }).click();
    await page.getByRole('heading', { level: 1, name: 'Correções salvas!' }).waitFor();
    expect(await paymentHere(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await page.waitForURL('**/dashboard');
    expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ status: 'paid' });
    expect(where(page)).toBe('/dashboard');
  });
});
