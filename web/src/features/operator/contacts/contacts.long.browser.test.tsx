import type { Contact } from '@g2/gateway/contract/contacts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../../testing/events.ts';
import { aContact, aUser, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { expectToast, fits, keys, main, press, query, region, widen } from '../../../testing/screen.ts';
import { answer, callsOf, refuse, refused } from '../../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const ID = '0192f0c0-0000-7000-8000-000000000001';

const anAnswer = (text: string) => ({
  id: ID,
  fromStaff: true,
  text,
  createdAt: '2026-11-21T12:00:00.000Z',
  author: { id: ID, firstName: 'Paula', lastName: 'Reis' },
});
const field = page.getByRole('textbox', { name: 'Resposta' });
const PATH = '/operator/atendimentos/AT-2026-000123';

beforeEach(() => {
  answer('listContacts', pageOf([aContact()], 10));
  answer('getContact', aContact());
});

describe('the list of contact requests', () => {
  it('[contacts-list] shows open requests by default and keeps search and state in the URL', async () => {
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

  it('[contacts-empty] says that the list of contact requests is empty, or failed to load', async () => {
    answer('listContacts', pageOf([], 10));
    open('/operator/atendimentos', operator);
    await expect.element(page.getByText('Nenhum atendimento aberto')).toBeVisible();
    refuse('listContacts', 'unavailable');
    open('/operator/atendimentos', operator);
    await expect.element(main.getByText('Erro ao carregar atendimentos')).toBeVisible();
  });

  it('[contacts-open] opens a contact request by keyboard and fits a phone', async () => {
    open('/operator/atendimentos', operator);
    await expect.element(main.getByText('Não consigo entrar')).toBeVisible();
    await keys('j{Enter}');
    await expect.poll(() => window.location.pathname).toBe(PATH);
    await widen(320);
    await expect.element(region('Quem escreveu')).toBeVisible();
    await expect.poll(() => fits()).toBe(true);
    open('/operator/atendimentos', operator);
    await expect.element(main.getByText('Não consigo entrar')).toBeVisible();
    await expect.poll(() => fits()).toBe(true);
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
    await field.fill('Use um código de recuperação.');
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
    await expect.element(field).toHaveValue('');
    await expect
      .poll(() => callsOf('answerContact').map(({ body }) => body))
      .toEqual([{ version: 1, text: 'Use um código de recuperação.', close: true }]);
  });

  it('[contacts-late] shows a colleague’s earlier answer and keeps the typed text', async () => {
    answer('answerContact', () => refused('conflict', { message: 'Este atendimento mudou enquanto isso.' }));
    open(PATH, operator);
    await field.fill('Vamos ajudar.');
    answer('getContact', aContact({ version: 2, answerCount: 1, answers: [anAnswer('Já ajudei.')] }));
    await press('Responder', main);
    await expectToast('Outra pessoa agiu antes');
    await expect.element(region('Conversa').getByText('Já ajudei.')).toBeVisible();
    await expect.element(field).toHaveValue('Vamos ajudar.');
    answer('answerContact', aContact({ version: 3 }));
    await press('Responder', main);
    await expect.poll(() => callsOf('answerContact').at(-1)?.body.version).toBe(2);
  });

  it('[contacts-news] warns of a new client message while typing and refuses the first send', async () => {
    open(PATH, operator);
    await field.fill('Vamos ajudar.');
    expect(
      region('Resposta')
        .getByText(/Há algo novo na conversa/)
        .elements(),
    ).toEqual([]);
    const reply = { ...anAnswer('Já consegui!'), fromStaff: false, author: null };
    answer('getContact', aContact({ version: 2, answers: [reply] }));
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    tell('contacts', { number: 'AT-2026-000123' });
    await expect.element(region('Conversa').getByText('Já consegui!')).toBeVisible();
    await expect.element(region('Resposta').getByText(/Há algo novo na conversa/)).toBeVisible();
    answer('answerContact', ({ body }) =>
      body.version === 1 ? refused('conflict', {}) : aContact({ version: 3 }),
    );
    await press('Responder', main);
    await expectToast('Outra pessoa agiu antes');
    await press('Responder', main);
    await expectToast('Resposta enviada');
    await expect.poll(() => callsOf('answerContact').map(({ body }) => body.version)).toEqual([1, 2]);
  });

  it('[contacts-take] assigns a request, releases it, and links requests that it mentions', async () => {
    let now = aContact({ subject: 'Sobre o atendimento AT-2026-000007' });
    answer('getContact', () => now);
    answer('takeContact', ({ body }) => {
      const me = { id: operator.id, firstName: 'Olga', lastName: 'Lima' };
      now = { ...now, version: now.version + 1, assignee: body.take ? me : null };
      return now;
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
    let now = aContact();
    const becomes = (changes: Partial<Contact>) => () => {
      now = aContact(changes);
      return now;
    };
    answer('getContact', () => now);
    answer('closeContact', becomes({ version: 2, state: 'closed', closedAt: '2026-11-21T12:00:00.000Z' }));
    answer('reopenContact', becomes({ version: 3 }));
    open(PATH, aUser({ role: 'admin' }));
    await press('Encerrar sem responder', main);
    await expectToast('Atendimento encerrado');
    await press('Reabrir', main);
    await expectToast('Atendimento reaberto');
    await expect.poll(() => callsOf('reopenContact').map(({ body }) => body.version)).toEqual([2]);
  });

  it('[contacts-missing] says that the contact request does not exist', async () => {
    refuse('getContact', 'not-found');
    open(PATH, operator);
    await expect.element(page.getByText('Atendimento não encontrado')).toBeVisible();
  });

  it('[contacts-account] links to the author’s account and to the registration', async () => {
    const registration = { registrationId: ID, registrationTitle: 'Agenda da clínica' };
    answer('getContact', aContact({ userId: ID, emailProven: true, ...registration }));
    open(PATH, aUser({ role: 'admin' }));
    await expect
      .element(page.getByRole('link', { name: 'Ver a conta' }))
      .toHaveAttribute('href', `/admin/users/${ID}`);
    await expect
      .element(page.getByRole('link', { name: 'Agenda da clínica' }))
      .toHaveAttribute('href', `/operator/registrations/${ID}`);
  });
});
