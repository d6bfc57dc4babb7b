import type { OwnContact } from '@g2/gateway/contract/contacts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { expectToast, hasNoHorizontalScroll, main, press, setViewport } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, refuse } from '../../testing/server.ts';

const NUMBER = 'AT-2026-000123';
const CONTACTS_PATH = '/profile/atendimentos';
const aReply = (text: string, fromStaff: boolean) => ({
  id: crypto.randomUUID(),
  fromStaff,
  text,
  createdAt: '2026-11-21T12:00:00.000Z',
});
const aContact = (changes: Partial<OwnContact> = {}): OwnContact => ({
  number: NUMBER,
  subject: 'Prazo',
  message: 'Quando fica pronto?\nObrigada',
  registrationId: null,
  state: 'answered',
  version: 2,
  isUnread: false,
  canReply: true,
  createdAt: '2026-11-20T12:00:00.000Z',
  closedAt: null,
  answers: [aReply('Em três dias.', true)],
  ...changes,
});
/** Makes the mock server return these contacts, or only the unread contacts if the query asks for them. */
const serveContacts = (...items: OwnContact[]) =>
  answer('listOwnContacts', ({ query }) =>
    pageOf(query.unread ? items.filter((contact) => contact.isUnread) : items),
  );
const replyField = page.getByRole('textbox', { name: `Responder no atendimento ${NUMBER}` });
const replyButton = main.getByRole('button', { name: `Responder no atendimento ${NUMBER}` });

describe('Meus atendimentos', () => {
  it('[contact-own] shows the messages of the user and the staff, and fits the width of a phone', async () => {
    serveContacts(
      aContact({
        state: 'closed',
        canReply: false,
        answers: [aReply('Em três dias.', true), aReply('Oba', false)],
      }),
    );
    await setViewport(360);
    open(CONTACTS_PATH);
    await expect.element(page.getByText('Em três dias.')).toBeVisible();
    await expect.element(page.getByText('Encerrado', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^Encerrado. Para continuar, escreva/)).toBeVisible();
    expect(replyButton.elements()).toEqual([]);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    refuse('listOwnContacts', 'unavailable');
    open(CONTACTS_PATH);
    await expect.element(page.getByText('Não foi possível carregar os atendimentos.')).toBeVisible();
  });

  it('[contact-reply] sends a reply once, and keeps the text when no response arrives', async () => {
    const ana = aUser();
    serveContacts(aContact());
    failWithNetworkError('replyContact');
    open(CONTACTS_PATH, ana);
    await replyButton.click();
    await press('Enviar mensagem', main);
    await expect.element(main.getByText('Escreva a mensagem')).toBeVisible();
    await replyField.fill('E o <b>certificado</b>?');
    await press('Enviar mensagem', main);
    await expectToast('Mensagem não enviada');
    open(CONTACTS_PATH, ana);
    await expect.element(replyField).toHaveValue('E o <b>certificado</b>?');
    const reply = aReply('E o <b>certificado</b>?', false);
    const repliedContact = aContact({ state: 'open', version: 3, answers: [reply] });
    answer('replyContact', repliedContact);
    serveContacts(repliedContact);
    await press('Enviar mensagem', main);
    await expectToast('Mensagem enviada');
    await expect.element(main.getByText('E o <b>certificado</b>?')).toBeVisible();
    await expect.element(main.getByText(/^Aguardando a nossa equipe/)).toBeVisible();
    await expect.element(replyField).not.toBeInTheDocument();
  });

  it('[contact-refused] shows why the server refuses a reply', async () => {
    serveContacts(aContact());
    const message = 'Este atendimento foi encerrado há mais de 30 dias. Escreva um novo e cite o número.';
    refuse('replyContact', 'conflict', { message });
    open(CONTACTS_PATH);
    await replyButton.click();
    await replyField.fill('Ainda?');
    await press('Enviar mensagem', main);
    await expectToast(message);
    await expect.element(replyField).toHaveValue('Ainda?');
  });

  it('[contact-unread] the user menu marks a new answer until the user has seen the answer', async () => {
    serveContacts(aContact({ isUnread: true }));
    answer('readContact');
    open('/profile');
    await page.getByRole('button', { name: 'Abrir menu do usuário: há resposta nova' }).click();
    serveContacts(aContact({ isUnread: true }));
    await page.getByRole('menuitem', { name: /^Meus atendimentos/ }).click();
    await expect.element(main.getByText('Nova resposta')).toBeVisible();
    await expect.poll(() => callsOf('readContact').map(({ body }) => body.version)).toEqual([2]);
    serveContacts(aContact());
    open(CONTACTS_PATH);
    await expect
      .element(page.getByRole('button', { name: 'Abrir menu do usuário', exact: true }))
      .toBeVisible();
    expect(main.getByText('Nova resposta').elements()).toEqual([]);
  });
});
