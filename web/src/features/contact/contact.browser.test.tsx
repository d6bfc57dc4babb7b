import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aRegistration, aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, main, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, cut, mockApi, refuse } from '../../testing/server.ts';

const NUMBER = 'AT-2026-000123';
const MESSAGE = 'Perdi o celular e não consigo entrar.';
const form = region('Fale conosco');
const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: false });
const bodies = () => callsOf('openContact').map(({ body }) => body);

beforeEach(() => answer('openContact', { number: NUMBER }));
afterEach(() => {
  for (const one of document.head.querySelectorAll('meta[name="g2-support"]')) one.remove();
});

describe('the contact form of the help centre', () => {
  it('[contact-visitor] asks a visitor for name and e-mail, and shows the contact’s number', async () => {
    open('/help#contato', null);
    await form.getByLabelText('Nome').fill('Rui');
    await form.getByLabelText('E-mail').fill('rui@');
    await form.getByLabelText('Assunto').fill('Entrar');
    await form.getByLabelText('Mensagem').fill('curta');
    await press('Enviar mensagem', form);
    await expect.element(form.getByText('Email inválido')).toBeVisible();
    await expect.element(form.getByText('Escreva pelo menos 10 caracteres')).toBeVisible();
    expect(bodies()).toEqual([]);
    await form.getByLabelText('E-mail').fill('rui@example.com');
    await form.getByLabelText('Mensagem').fill(MESSAGE);
    await press('Enviar mensagem', form);
    await expect.element(form.getByText(NUMBER)).toBeVisible();
    await expect.element(form.getByText(/vai para rui@example.com/)).toBeVisible();
    await expectToast('Nossa equipe entrará em contato em breve!');
    await expectToast(`Contato · ${NUMBER}`);
    await expect
      .poll(() => bodies())
      .toEqual([{ name: 'Rui', email: 'rui@example.com', subject: 'Entrar', message: MESSAGE }]);
    await press('Escrever outra mensagem', form);
    await expect.element(form.getByLabelText('Mensagem')).toHaveValue('');
  });

  it('[contact-once] keeps the text and the idempotency key when no response arrives', async () => {
    cut('openContact');
    answer('listRegistrations', pageOf([]));
    open('/help#contato');
    await form.getByLabelText('Assunto').fill('Entrar');
    await form.getByLabelText('Mensagem').fill(MESSAGE);
    await press('Enviar mensagem', form);
    await expectToast('Mensagem não enviada');
    await expect.element(form.getByLabelText('Mensagem')).toHaveValue(MESSAGE);
    answer('openContact', { number: NUMBER });
    await press('Enviar mensagem', form);
    await expect.element(form.getByText(NUMBER)).toBeVisible();
    const keys = callsOf('openContact').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('[contact-limit] says that the visitor has sent too many messages', async () => {
    refuse('openContact', 'too-many-requests');
    answer('listRegistrations', pageOf([]));
    open('/help#contato');
    await form.getByLabelText('Assunto').fill('Entrar');
    await form.getByLabelText('Mensagem').fill(MESSAGE);
    await press('Enviar mensagem', form);
    await expectToast('Muitas tentativas. Aguarde um pouco e tente de novo.');
  });

  it('[help-ask] a search without result becomes the subject of the message', async () => {
    open('/help', null);
    await expect.element(page.getByRole('heading', { name: 'Comece por aqui' })).toBeVisible();
    await page.getByLabelText('Buscar na ajuda').fill('xilofone azul');
    await press('Perguntar à equipe', main);
    await expect.element(form.getByLabelText('Assunto')).toHaveValue('xilofone azul');
    await expect.element(field('Mensagem')).toBeInViewport();
  });

  it('[support-shown] every public page shows the configured support address', async () => {
    const meta = document.createElement('meta');
    meta.name = 'g2-support';
    meta.content = JSON.stringify({ email: 'ajuda@example.com', hours: 'dias úteis, das 9h às 18h' });
    document.head.append(meta);
    for (const [path, places] of [
      ['/help', 2],
      ['/auth', 2],
      ['/privacidade', 2],
      ['/versoes', 1],
    ] as const) {
      open(path, null);
      await expect
        .poll(() => page.getByRole('link', { name: 'ajuda@example.com' }).elements().length)
        .toBe(places);
    }
    meta.remove();
    open('/help', null);
    await expect.element(form).toBeVisible();
    expect(page.getByText('dias úteis, das 9h às 18h').elements()).toEqual([]);
  });
});

describe('the contact button of the dashboard', () => {
  it('[contact-user] sends a message about one of the user’s registrations', async () => {
    const registration = aRegistration();
    answer('listRegistrations', pageOf([registration]));
    answer('getRegistrationStats', figuresOf());
    open('/dashboard', aUser({ emailVerified: true }));
    await press('Contato', main);
    await expect.element(dialog.getByText(/vai para ana@example.com/)).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Registro (opcional)' }).click();
    await page.getByRole('option', { name: registration.title }).click();
    await dialog.getByLabelText('Assunto').fill('Prazo');
    await dialog.getByLabelText('Mensagem').fill('Quando fica pronto?');
    expect(toast.getByText(/em breve/).elements()).toEqual([]);
    await press('Enviar mensagem', dialog);
    await expectToast('Nossa equipe entrará em contato em breve!');
    await expect
      .poll(() => bodies())
      .toEqual([{ subject: 'Prazo', message: 'Quando fica pronto?', registrationId: registration.id }]);
    await expect.element(dialog).not.toBeInTheDocument();
    answer('listOwnContacts', pageOf([]));
    await toast.getByRole('link', { name: 'Meus atendimentos' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Meus atendimentos' })).toBeVisible();
  });

  it('offers every registration of the account, and finds one by its title', async () => {
    const user = aUser({ emailVerified: true });
    const own = Array.from({ length: 132 }, (_, at) =>
      aRegistration({ userId: user.id, title: `Programa nº ${at + 1}` }),
    );
    own[3] = aRegistration({ userId: user.id, title: 'Gestão de Frotas', versionNumber: 2 });
    const db = mockApi({ user, registrations: own });
    answer('openContact', { number: 'AT-2026-000001' });
    openMocked('/dashboard', db);
    await press('Contato', main);
    const field = dialog.getByRole('combobox', { name: 'Registro (opcional)' });
    await field.click();
    await expect.poll(() => page.getByRole('option').elements()).toHaveLength(100);
    await expect.element(dialog.getByText('Digite para buscar entre os seus 132 registros.')).toBeVisible();
    await field.fill('gestao frotas');
    await page.getByRole('option', { name: 'Versão 2 de Gestão de Frotas' }).click();
    await dialog.getByLabelText('Assunto').fill('Prazo');
    await dialog.getByLabelText('Mensagem').fill('Quando fica pronto?');
    await press('Enviar mensagem', dialog);
    await expect.poll(() => bodies()).toMatchObject([{ registrationId: own[3]?.id }]);
  });

  it('offers all 32 registrations of the account at once, with none selected', async () => {
    const user = aUser({ emailVerified: true });
    const own = Array.from({ length: 32 }, (_, at) =>
      aRegistration({ userId: user.id, title: `Programa nº ${at + 1}` }),
    );
    const db = mockApi({ user, registrations: own });
    openMocked('/dashboard', db);
    await press('Contato', main);
    const field = dialog.getByRole('combobox', { name: 'Registro (opcional)' });
    await expect.element(field).toHaveValue('');
    await field.click();
    await expect.poll(() => page.getByRole('option').elements()).toHaveLength(32);
  });
});
