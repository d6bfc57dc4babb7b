import type { Contact } from '@g2/gateway/contract/contacts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../../testing/events.ts';
import { aContact, aUser, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import {
  expectToast,
  hasNoHorizontalScroll,
  keys,
  main,
  press,
  query,
  region,
  setViewport,
} from '../../../testing/screen.ts';
import { answer, callsOf, refuse, throwRefusal } from '../../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const SOME_ID = '0192f0c0-0000-7000-8000-000000000001';

const anAnswer = (text: string) => ({
  id: SOME_ID,
  fromStaff: true,
  text,
  createdAt: '2026-11-21T12:00:00.000Z',
  author: { id: SOME_ID, firstName: 'Paula', lastName: 'Reis' },
});
const answerField = page.getByRole('textbox', { name: 'Resposta' });
const PATH = '/operator/atendimentos/AT-2026-000123';

beforeEach(() => {
  answer('listContacts', pageOf([aContact()], 10));
  answer('getContact', aContact());
});

describe('the list of contact requests', () => {
  it('[contacts-list] shows open requests by default, and keeps the selected state in the URL', async () => {
    answer('listContacts', ({ query: { state } }) => pageOf([aContact()], 10, state === 'open' ? 3 : 7));
    open('/operator/atendimentos', operator);
    await expect.element(page.getByRole('link', { name: /Atendimentos 3 abertos/ })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Abertos (3)' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(main.getByText('Sem conta')).toBeVisible();
    await page.getByLabelText('Buscar atendimentos').fill('rui');
    await expect.poll(() => callsOf('listContacts').at(-1)?.query.search).toBe('rui');
    await main.getByRole('link', { name: 'Encerrados' }).click();
    await expect.poll(() => callsOf('listContacts').at(-1)?.query.state).toBe('closed');
    await expect.poll(() => query()).toBe('?estado=encerrados');
    await main.getByRole('link', { name: 'Comigo' }).click();
    await expect.poll(() => callsOf('listContacts').at(-1)?.query.mine).toBe(true);
    await main.getByRole('link', { name: 'Todos' }).click();
    await expect.poll(() => callsOf('listContacts').at(-1)?.query.state).toBeUndefined();
  });

  it('[contacts-empty] says that there are no open requests, or that they failed to load', async () => {
    answer('listContacts', pageOf([], 10));
    open('/operator/atendimentos', operator);
    await expect.element(page.getByText('Nenhum atendimento aberto')).toBeVisible();
    refuse('listContacts', 'unavailable');
    open('/operator/atendimentos', operator);
    await expect.element(main.getByText('Erro ao carregar atendimentos')).toBeVisible();
  });

  it('[contacts-open] opens a contact request by keyboard; list and page fit a phone', async () => {
    open('/operator/atendimentos', operator);
    await expect.element(main.getByText('Não consigo entrar')).toBeVisible();
    await keys('j{Enter}');
    await expect.poll(() => window.location.pathname).toBe(PATH);
    await setViewport(320);
    await expect.element(region('Quem escreveu')).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    open('/operator/atendimentos', operator);
    await expect.element(main.getByText('Não consigo entrar')).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});

describe('the page of a contact request', () => {
  it('[contacts-answer] sends an answer with the version that was read, and closes the request', async () => {
    answer('answerContact', ({ body }) =>
      aContact({
        version: 2,
        answerCount: 1,
        state: body.close ? ('closed' as const) : ('answered' as const),
        answers: [anAnswer(body.text)],
      }),
    );
    open(PATH, operator);
    await expect.element(page.getByText(/^Segue por e-mail ao endereço informado/)).toBeVisible();
    await press('Responder', main);
    await expect.element(page.getByText('Escreva a resposta')).toBeVisible();
    expect(callsOf('answerContact')).toEqual([]);
    await answerField.fill('Use um código de recuperação.');
    answer(
      'getContact',
      aContact({
        version: 2,
        state: 'closed',
        answerCount: 1,
        answers: [anAnswer('Use um código de recuperação.')],
      }),
    );
    await press('Responder e encerrar', main);
    await expectToast('Resposta enviada');
    await expect.element(region('Conversa').getByText('Use um código de recuperação.')).toBeVisible();
    await expect.element(region('Conversa').getByText(/Paula Reis/)).toBeVisible();
    await expect.element(answerField).toHaveValue('');
    await expect
      .poll(() => callsOf('answerContact').map(({ body }) => body))
      .toEqual([{ version: 1, text: 'Use um código de recuperação.', close: true }]);
  });

  it('[contacts-late] if a colleague answers first, shows that answer and keeps the typed text', async () => {
    answer('answerContact', () =>
      throwRefusal('conflict', { message: 'Este atendimento mudou enquanto isso.' }),
    );
    open(PATH, operator);
    await answerField.fill('Vamos ajudar.');
    answer('getContact', aContact({ version: 2, answerCount: 1, answers: [anAnswer('Já ajudei.')] }));
    await press('Responder', main);
    await expectToast('Outra pessoa agiu antes');
    await expect.element(region('Conversa').getByText('Já ajudei.')).toBeVisible();
    await expect.element(answerField).toHaveValue('Vamos ajudar.');
    answer('answerContact', aContact({ version: 3 }));
    await press('Responder', main);
    await expect.poll(() => callsOf('answerContact').at(-1)?.body.version).toBe(2);
  });

  it('[contacts-news] warns if a client message arrives while typing; the first send fails', async () => {
    open(PATH, operator);
    await answerField.fill('Vamos ajudar.');
    expect(
      region('Resposta')
        .getByText(/Há algo novo na conversa/)
        .elements(),
    ).toEqual([]);
    const clientMessage = { ...anAnswer('Já consegui!'), fromStaff: false, author: null };
    answer('getContact', aContact({ version: 2, answers: [clientMessage] }));
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    tell('contacts', { number: 'AT-2026-000123' });
    await expect.element(region('Conversa').getByText('Já consegui!')).toBeVisible();
    await expect.element(region('Resposta').getByText(/Há algo novo na conversa/)).toBeVisible();
    answer('answerContact', ({ body }) =>
      body.version === 1 ? throwRefusal('conflict', {}) : aContact({ version: 3 }),
    );
    await press('Responder', main);
    await expectToast('Outra pessoa agiu antes');
    await press('Responder', main);
    await expectToast('Resposta enviada');
    await expect.poll(() => callsOf('answerContact').map(({ body }) => body.version)).toEqual([1, 2]);
  });

  it('[contacts-take] assigns and releases a request, and links the requests that it mentions', async () => {
    let contact = aContact({ subject: 'Sobre o atendimento AT-2026-000007' });
    answer('getContact', () => contact);
    answer('takeContact', ({ body }) => {
      const assignee = { id: operator.id, firstName: 'Olga', lastName: 'Lima' };
      contact = { ...contact, version: contact.version + 1, assignee: body.take ? assignee : null };
      return contact;
    });
    open(PATH, operator);
    await expect
      .element(main.getByRole('link', { name: 'AT-2026-000007' }))
      .toHaveAttribute('href', '/operator/atendimentos/AT-2026-000007');
    await press('Assumir', main);
    await expect.element(region('Quem escreveu').getByText(/^Olga Lima/)).toBeVisible();
    await press('Deixar para todos', main);
    await expect.element(region('Quem escreveu').getByText(/^Com ninguém/)).toBeVisible();
  });

  it('[contacts-state] closes a request without an answer and reopens it', async () => {
    let contact = aContact();
    const changeContact = (changes: Partial<Contact>) => () => {
      contact = aContact(changes);
      return contact;
    };
    answer('getContact', () => contact);
    const closedAt = '2026-11-21T12:00:00.000Z';
    answer('closeContact', changeContact({ version: 2, state: 'closed', closedAt }));
    answer('reopenContact', changeContact({ version: 3 }));
    open(PATH, aUser({ role: 'admin' }));
    await press('Encerrar sem responder', main);
    await expectToast('Atendimento encerrado');
    await press('Reabrir', main);
    await expectToast('Atendimento reaberto');
    await expect.poll(() => callsOf('reopenContact').map(({ body }) => body.version)).toEqual([2]);
  });

  it('[contacts-missing] says that a contact request does not exist', async () => {
    refuse('getContact', 'not-found');
    open(PATH, operator);
    await expect.element(page.getByText('Atendimento não encontrado')).toBeVisible();
  });

  it('[contacts-account] links to the author’s account and to the registration', async () => {
    const registration = { registrationId: SOME_ID, registrationTitle: 'Agenda da clínica' };
    answer('getContact', aContact({ userId: SOME_ID, emailProven: true, ...registration }));
    open(PATH, aUser({ role: 'admin' }));
    await expect
      .element(page.getByRole('link', { name: 'Ver a conta' }))
      .toHaveAttribute('href', `/admin/users/${SOME_ID}`);
    await expect
      .element(page.getByRole('link', { name: 'Agenda da clínica' }))
      .toHaveAttribute('href', `/operator/registrations/${SOME_ID}`);
  });
});
