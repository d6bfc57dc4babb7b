import { USER_HEADER } from '@g2/gateway/contract/headers';
import type { User } from '@g2/gateway/contract/users';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersDetails } from '../testing/client.ts';
import { aRegistration, aUser, pageOf, registrationStatsOf } from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { article, dialog, press, toast } from '../testing/screen.ts';
import { answer, callsOf, refuse, throwRefusal } from '../testing/server.ts';

const ana = aUser();
const bia = aUser({ firstName: 'Beatriz', lastName: 'Segunda', email: 'bia@example.com' });
const expectTitle = (name: string) =>
  expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const expectNoText = (text: string) => expect.element(page.getByText(text)).not.toBeInTheDocument();
const titleOf = (user: User) => `Programa de ${user.firstName}`;

let session: User | null;
/** Like the server, refuses a request that names another account than the session's. */
const sessionUser = (headers: Headers): User => {
  if (session === null) return throwRefusal('unauthenticated');
  return headers.get(USER_HEADER) === session.id ? session : throwRefusal('account-changed');
};

beforeEach(() => {
  session = ana;
  answer('listRegistrations', ({ headers }) => {
    const user = sessionUser(headers);
    return pageOf([aRegistration({ userId: user.id, title: titleOf(user) })]);
  });
  answer('getRegistrationStats', registrationStatsOf());
  answer('updateCurrentUser', ({ headers }) => sessionUser(headers));
});

/** Opens a page as Ana. Her session lasts until a test replaces it. */
function openAs(address: string): void {
  open(address, ana);
  answer('getCurrentUser', () => session ?? throwRefusal('unauthenticated'));
}
const search = () => page.getByLabelText('Buscar registros').fill('Programa');

describe('two people in one browser', () => {
  it('after a sign-in in one tab, the other tab shows only the new account', async () => {
    const otherTab = new BroadcastChannel('g2-identity');
    const registrationOfAna = aRegistration({ title: titleOf(ana) });
    answersDetails(registrationOfAna);
    answer('getRegistration', ({ headers }) =>
      sessionUser(headers) === ana ? registrationOfAna : throwRefusal('not-found'),
    );
    openAs('/dashboard');
    await press('Ver Detalhes', article(titleOf(ana)));
    await expect.element(dialog).toBeVisible();
    session = null;
    otherTab.postMessage('left');
    await expectTitle('Acesse sua conta');
    await expectNoText(titleOf(ana));
    session = bia;
    otherTab.postMessage(bia.id);
    await expectTitle('Olá, Beatriz');
    await expect.element(article(titleOf(bia))).toBeVisible();
    await expectNoText(titleOf(ana));
    await expectNoText(ana.email);
    otherTab.close();
  });

  it('a page that still shows the previous account saves nothing and reports it', async () => {
    openAs('/profile');
    const lastName = page.getByLabelText('Sobrenome', { exact: false });
    await lastName.fill('Escrito pela Ana');
    session = bia;
    await press('Salvar alterações', page.getByRole('main'));
    await expect
      .element(toast.getByText(/^Outra conta entrou neste navegador, e nada foi feito\./))
      .toBeVisible();
    await expect.element(lastName).toHaveValue('Segunda');
    await expect.element(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(bia.email);
    await expect
      .poll(() => callsOf('updateCurrentUser').map(({ headers }) => headers.get(USER_HEADER)))
      .toEqual([ana.id]);
  });

  it('a page that refetches after another account signed in shows only the new account’s data', async () => {
    openAs('/dashboard');
    await expect.element(article(titleOf(ana))).toBeVisible();
    session = bia;
    await search();
    await expectTitle('Olá, Beatriz');
    await expect.element(article(titleOf(bia))).toBeVisible();
    await expectNoText(titleOf(ana));
  });
});

describe('the end of a session while a page is open', () => {
  const endedText = page.getByText('Sua sessão foi encerrada. Entre novamente para continuar de onde parou.');
  const continueText = page.getByText('Entre ou crie a conta para continuar de onde parou.');

  it('is reported once, also on the page /', async () => {
    openAs('/');
    await expect.element(article(titleOf(ana))).toBeVisible();
    session = null;
    await search();
    await expect.element(endedText).toBeVisible();
    await expect.element(continueText).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
    await expect.poll(() => window.location.pathname).toBe('/');
    await expect.element(endedText).not.toBeInTheDocument();
  });

  it('is not reported after a sign-out or on a first visit to a protected page', async () => {
    answer('logOut', () => {
      session = null;
    });
    openAs('/profile');
    await press('Abrir menu do usuário');
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect.element(toast.getByText('Logout realizado com sucesso')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe('/');
    refuse('getCurrentUser', 'unauthenticated');
    open('/profile', null);
    await expect.element(continueText).toBeVisible();
    await expect.element(endedText).not.toBeInTheDocument();
  });
});
