import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aRegistration, aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, main, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, mockApi, refuse } from '../../testing/server.ts';

const NUMBER = 'AT-2026-000123';
const MESSAGE = 'Perdi o celular e não consigo entrar.';
const contactForm = region('Fale conosco');
const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: false });
const sentBodies = () => callsOf('openContact').map(({ body }) => body);

beforeEach(() => answer('openContact', { number: NUMBER }));
afterEach(() => {
  for (const element of document.head.querySelectorAll('meta[name="g2-support"]')) element.remove();
});

describe('the contact form of the help centre', () => {
  it('[contact-visitor] asks a visitor for name and e-mail, and shows the contact’s number', async () => {
    open('/help#contato', null);
    await contactForm.getByLabelText('Nome').fill('Rui');
    await contactForm.getByLabelText('E-mail').fill('rui@');
    await contactForm.getByLabelText('Assunto').fill('Entrar');
    await contactForm.getByLabelText('Mensagem').fill('curta');
    await press('Enviar mensagem', contactForm);
    await expect.element(contactForm.getByText('Email inválido')).toBeVisible();
    await expect.element(contactForm.getByText('Escreva pelo menos 10 caracteres')).toBeVisible();
    expect(sentBodies()).toEqual([]);
    await contactForm.getByLabelText('E-mail').fill('rui@example.com');
    await contactForm.getByLabelText('Mensagem').fill(MESSAGE);
    await press('Enviar mensagem', contactForm);
    await expect.element(contactForm.getByText(NUMBER)).toBeVisible();
    await expect.element(contactForm.getByText(/vai para rui@example.com/)).toBeVisible();
    await expectToast('Nossa equipe entrará em contato em breve!');
    await expectToast(`Contato · ${NUMBER}`);
    await expect
      .poll(() => sentBodies())
      .toEqual([{ name: 'Rui', email: 'rui@example.com', subject: 'Entrar', message: MESSAGE }]);
    await press('Escrever outra mensagem', contactForm);
    await expect.element(contactForm.getByLabelText('Mensagem')).toHaveValue('');
  });

  it('[contact-once] keeps the text and the idempotency key when no response arrives', async () => {
    failWithNetworkError('openContact');
    answer('listRegistrations', pageOf([]));
    open('/help#contato');
    await contactForm.getByLabelText('Assunto').fill('Entrar');
    await contactForm.getByLabelText('Mensagem').fill(MESSAGE);
    await press('Enviar mensagem', contactForm);
    await expectToast('Mensagem não enviada');
    await expect.element(contactForm.getByLabelText('Mensagem')).toHaveValue(MESSAGE);
    answer('openContact', { number: NUMBER });
    await press('Enviar mensagem', contactForm);
    await expect.element(contactForm.getByText(NUMBER)).toBeVisible();
    const idempotencyKeys = callsOf('openContact').map(({ headers }) => headers.get('idempotency-key'));
    expect(idempotencyKeys).toHaveLength(2);
    expect(new Set(idempotencyKeys).size).toBe(1);
  });

  it('[contact-limit] says that the user has sent too many messages', async () => {
    refuse('openContact', 'too-many-requests');
    answer('listRegistrations', pageOf([]));
    open('/help#contato');
    await contactForm.getByLabelText('Assunto').fill('Entrar');
    await contactForm.getByLabelText('Mensagem').fill(MESSAGE);
    await press('Enviar mensagem', contactForm);
    await expectToast('Muitas tentativas. Aguarde um pouco e tente de novo.');
  });

  it('[help-ask] fills the subject with the text of a help search without result', async () => {
    open('/help', null);
    await expect.element(page.getByRole('heading', { name: 'Comece por aqui' })).toBeVisible();
    await page.getByLabelText('Buscar na ajuda').fill('xilofone azul');
    await press('Perguntar à equipe', main);
    await expect.element(contactForm.getByLabelText('Assunto')).toHaveValue('xilofone azul');
    await expect.element(field('Mensagem')).toBeInViewport();
  });

  it('[support-shown] public pages show the configured support address', async () => {
    const supportMeta = document.createElement('meta');
    supportMeta.name = 'g2-support';
    supportMeta.content = JSON.stringify({ email: 'ajuda@example.com', hours: 'dias úteis, das 9h às 18h' });
    document.head.append(supportMeta);
    for (const [path, expectedLinkCount] of [
      ['/help', 2],
      ['/auth', 2],
      ['/privacidade', 2],
      ['/versoes', 1],
    ] as const) {
      open(path, null);
      await expect
        .poll(() => page.getByRole('link', { name: 'ajuda@example.com' }).elements().length)
        .toBe(expectedLinkCount);
    }
    supportMeta.remove();
    open('/help', null);
    await expect.element(contactForm).toBeVisible();
    expect(page.getByText('dias úteis, das 9h às 18h').elements()).toEqual([]);
  });
});

describe('the contact button of the dashboard', () => {
  it('[contact-user] sends a message about one of the user’s registrations', async () => {
    const registration = aRegistration();
    answer('listRegistrations', pageOf([registration]));
    answer('getRegistrationStats', registrationStatsOf());
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
      .poll(() => sentBodies())
      .toEqual([{ subject: 'Prazo', message: 'Quando fica pronto?', registrationId: registration.id }]);
    await expect.element(dialog).not.toBeInTheDocument();
    answer('listOwnContacts', pageOf([]));
    await toast.getByRole('link', { name: 'Meus atendimentos' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Meus atendimentos' })).toBeVisible();
  });

  it('offers the 100 newest registrations, and finds another registration by its title', async () => {
    const user = aUser({ emailVerified: true });
    const ownRegistrations = Array.from({ length: 132 }, (_, index) =>
      aRegistration({ userId: user.id, title: `Programa nº ${index + 1}` }),
    );
    ownRegistrations[3] = aRegistration({ userId: user.id, title: 'Gestão de Frotas', versionNumber: 2 });
    const db = mockApi({ user, registrations: ownRegistrations });
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
    await expect.poll(() => sentBodies()).toMatchObject([{ registrationId: ownRegistrations[3]?.id }]);
  });

  it('offers all registrations when they fit on one page, and selects none', async () => {
    const user = aUser({ emailVerified: true });
    const ownRegistrations = Array.from({ length: 32 }, (_, index) =>
      aRegistration({ userId: user.id, title: `Programa nº ${index + 1}` }),
    );
    const db = mockApi({ user, registrations: ownRegistrations });
    openMocked('/dashboard', db);
    await press('Contato', main);
    const field = dialog.getByRole('combobox', { name: 'Registro (opcional)' });
    await expect.element(field).toHaveValue('');
    await field.click();
    await expect.poll(() => page.getByRole('option').elements()).toHaveLength(32);
  });
});
