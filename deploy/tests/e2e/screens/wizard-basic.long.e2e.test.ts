import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { logIn } from '../support/client.ts';
import { details } from '../support/journey.ts';
import { focusIsKept, hasFocus } from '../support/keyboard.ts';
import { cut, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, begun, countOf, fillDetails, HEADINGS, openStep, where } from '../support/wizard.ts';

const browser = await ownBrowser();

const STEPS = ['Upload e Validação', 'Geração de Hash', 'Registro Seguro'];
const JURISDICTIONS = ['Global', 'Brasil', 'Estados Unidos', 'União Europeia'];

describe('the wizard, up to its first step', () => {
  it('[wizard-basic] explains itself, asks for the eight fields and creates the registration', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    await page.goto('/register');
    for (const name of STEPS) await page.getByRole('heading', { name, level: 2 }).waitFor();
    expect(await page.getByText('Continuar um registro iniciado').count()).toBe(0);
    await page.getByRole('link', { name: 'Iniciar Registro' }).click();
    const heading = page.getByRole('heading', { level: 2, name: HEADINGS.basic });
    await heading.waitFor();
    expect(await hasFocus(heading)).toBe(true);
    const bar = page.getByRole('list', { name: 'Etapas do registro' });
    expect(await bar.getByRole('listitem').allInnerTexts()).toEqual(
      ['1', '2', '3'].map((n, i) => `${n}\n${['Informações', 'Upload', 'Titulares'][i]}`),
    );
    expect(await bar.locator('[aria-current=step]').innerText()).toContain('Informações');
    for (const label of ['Nome do requerente', 'E-mail do requerente', 'Nome do titular'])
      expect(await page.getByLabel(label).inputValue()).not.toBe('');
    const jurisdiction = page.getByRole('combobox', { name: 'Jurisdição' });
    expect(await jurisdiction.inputValue()).toBe('Global');
    await jurisdiction.click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(JURISDICTIONS);
    await page.getByRole('option', { name: 'União Europeia' }).click();
    await fillDetails(page);
    expect(await page.getByLabel('CPF/CNPJ do requerente').inputValue()).toBe('111.444.777-35');
    await page.getByLabel('Observações (opcional)').fill('Sem observações');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Próximo' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      sha256: '0'.repeat(64),
      fileName: 'pending',
      fileSize: 0,
      jurisdiction: 'uniao_europeia',
    });
    await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
    await toast(page).getByText('Registro criado').waitFor();
    const list = await api.ok<{ items: { id: string; title: string; notes: string }[] }>(
      '/api/registrations',
    );
    expect(list.items).toMatchObject([{ title: details.title, notes: 'Sem observações' }]);
    expect(where(page)).toBe(`/register?id=${list.items[0]?.id}&step=upload`);
  });

  it.each([
    ['wide', { width: 1280, height: 420 }],
    ['narrow', { width: 360, height: 480 }],
  ])(
    '[wizard-basic-label] the label of the first wrong field is in view, below the header: %s',
    async (_how, viewport) => {
      const { page } = await applicant(browser, stackUrl(), { viewport });
      await page.goto('/register?step=basic');
      await fillDetails(page);
      for (const label of ['Descrição', 'Nome do requerente', 'Nome do titular']) {
        const field = page.getByLabel(label);
        const typed = await field.inputValue();
        await field.fill('');
        const box = page.locator('.mantine-InputWrapper-root').filter({ has: field });
        // Every height at which the field may lie when the button is pressed: at, under and above the header.
        for (const top of [120, 88, 66, 30, -200]) {
          await box.evaluate((node, at) => {
            const view = node.ownerDocument.defaultView;
            view.scrollBy({ top: node.getBoundingClientRect().top - at, behavior: 'instant' });
          }, top);
          await page.getByRole('button', { name: 'Próximo' }).evaluate((node) => node.click());
          await expect.poll(() => hasFocus(field), { timeout: 15_000 }).toBe(true);
          await field.evaluate((node) => node.blur());
          const header = await page
            .getByRole('banner')
            .evaluate((node) => node.getBoundingClientRect().bottom);
          const seen = await box.evaluate((node) => node.getBoundingClientRect().top);
          expect(seen, `${label} from ${top}`).toBeGreaterThanOrEqual(header);
        }
        await field.fill(typed);
      }
    },
  );

  it('[wizard-draft] keeps what was typed over a reload and a cut line, and creates once', async () => {
    const { page, api, user } = await applicant(browser, stackUrl());
    await page.goto('/register?step=basic');
    await fillDetails(page);
    await page.reload();
    expect(await page.getByLabel('Título do software').inputValue()).toBe(details.title);
    await page.goto('/register');
    await page.getByRole('link', { name: 'Continuar rascunho' }).click();
    expect(await page.getByLabel('Descrição').inputValue()).toBe(details.description);
    // The answer gets lost, not the registration: the same intention after a reload makes no second one.
    await page.route(
      '**/api/registrations',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Próximo' }).click();
    await toast(page).getByText('Erro ao criar registro').waitFor();
    await toast(page)
      .getByText('Sem conexão com o servidor. Verifique sua internet e tente novamente.')
      .waitFor();
    await focusIsKept(page);
    await page.reload();
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
    expect(await countOf(api)).toBe(1);
    expect(
      await page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id)), user.id),
    ).toEqual([]);
    // A draft can also be thrown away, once one is sure.
    await page.goto('/register?step=basic');
    await page.getByLabel('Título do software').fill('Outro');
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.getByRole('button', { name: 'Descartar rascunho' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar rascunho' }).click();
    const start = page.getByRole('link', { name: 'Iniciar Registro' });
    await start.click();
    expect(await page.getByLabel('Título do software').inputValue()).toBe('');
  });

  it('[wizard-session] an ended session leads to /auth and back, with what was typed', async () => {
    const { page, api, user, password } = await applicant(browser, stackUrl());
    const id = await begun(api);
    await openStep(page, id, 'basic');
    await page.getByLabel('Título do software').fill('Título alterado');
    await api.send('/api/logout', { method: 'POST' });
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.waitForURL(/\/auth\?next=/);
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    await page.getByText('Recuperamos o que você havia alterado e ainda não enviado.').waitFor();
    expect(where(page)).toBe(`/register?id=${id}&step=basic`);
    const title = page.getByLabel('Título do software');
    expect(await title.inputValue()).toBe('Título alterado');
    await page.getByRole('button', { name: 'Descartar alterações' }).click();
    expect(await title.inputValue()).toBe(details.title);
    await page.reload();
    expect(await title.inputValue()).toBe(details.title);
    await cut(page, `**/api/registrations/${id}`, 'PATCH');
    await title.fill('Mudado de novo');
    await page.getByRole('button', { name: 'Próximo' }).click();
    await toast(page).getByText('Erro ao atualizar registro').waitFor();
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
    const again = await logIn(stackUrl(), { email: user.email, password });
    expect(await again.ok(`/api/registrations/${id}`)).toMatchObject({ title: 'Mudado de novo' });
  });
});
