import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aRegistration, aUser } from '../../testing/records.ts';
import { press, query } from '../../testing/screen.ts';
import { callsOf, cut, hold, leaveToMock, mockApi, refuse } from '../../testing/server.ts';

const user = aUser();
const draft = aRegistration({ userId: user.id, title: 'Sem arquivo' });
const stored = aPayable({ userId: user.id, title: 'Com arquivo' });
const heading = (name: string, level = 2) => page.getByRole('heading', { level, name });
const expectHeading = (name: string, level?: number) => expect.element(heading(name, level)).toBeVisible();
const [BASIC, UPLOAD, HOLDERS] = ['Informações básicas', 'Upload do arquivo', 'Titulares de direitos'];
const title = page.getByLabelText('Título do software');
const at = (step: string, id: string = draft.id) => `/register?id=${id}&step=${step}`;
const currentUrl = () => window.location.pathname + query();
const link = (name: string) => page.getByRole('link', { name });

const openDb = () => mockApi({ user, registrations: [stored, draft] });

it('[wizard-history] Back and Forward move between steps and create only one registration', async () => {
  const db = mockApi({ user });
  openMocked('/register?step=basic', db);
  await title.fill('Título');
  await page.getByLabelText('Descrição').fill('Descrição');
  await page.getByLabelText('CPF/CNPJ do requerente').fill('52998224725');
  await press('Próximo');
  await expectHeading(UPLOAD);
  const id = db.registrations[0]?.id ?? '';
  window.history.back();
  await expect.element(title).toHaveValue('Título');
  await expect.poll(() => currentUrl()).toBe(at('basic', id));
  await title.fill('Outro título');
  await press('Próximo');
  await expectHeading(UPLOAD);
  await press('Voltar');
  await expect.element(title).toBeVisible();
  window.history.back();
  await expectHeading(UPLOAD);
  window.history.forward();
  await expect.element(title).toHaveValue('Outro título');
  expect(callsOf('createRegistration')).toHaveLength(1);
  await expect.poll(() => db.registrations).toMatchObject([{ title: 'Outro título' }]);
  await press('Próximo');
  await expectHeading(UPLOAD);
  await page
    .getByRole('list', { name: 'Etapas do registro' })
    .getByRole('link', { name: 'Informações' })
    .click();
  await expect.element(title).toBeVisible();
});

it('[wizard-address-told] puts the shown step into the URL; only navigation focuses its heading', async () => {
  const db = openDb();
  for (const [asked, path, name] of [
    [at('holders'), at('upload'), UPLOAD],
    [at('complete'), at('upload'), UPLOAD],
    [at('estranho'), at('basic'), BASIC],
    [`/register?id=${draft.id}`, at('basic'), BASIC],
    ['/register?step=holders', '/register?step=basic', BASIC],
  ] as const) {
    openMocked(asked, db);
    await expectHeading(name);
    await expect.poll(currentUrl).toBe(path);
    expect(document.activeElement?.matches('h2')).toBe(false);
  }
  // After navigation the heading has the focus; its outline is as wide as its text.
  openMocked(at('basic'), db);
  await press('Próximo');
  await expect.element(heading(UPLOAD)).toHaveFocus();
  const node = heading(UPLOAD).element();
  const range = document.createRange();
  range.selectNodeContents(node);
  const widths = [node, range].map((one) => one.getBoundingClientRect().width);
  expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 0))).toBeLessThan(2);
});

it('[wizard-resume] a started registration continues at its current step', async () => {
  const db = openDb();
  cut('listRegistrations');
  openMocked('/register', db);
  await expect.element(page.getByText('Não foi possível buscar os registros iniciados.')).toBeVisible();
  leaveToMock('listRegistrations');
  await press('Tentar novamente');
  await expectHeading('Continuar um registro iniciado');
  await expect.element(page.getByText('Falta enviar o arquivo · iniciado em 02/03/2026')).toBeVisible();
  await expect.element(page.getByText(/Arquivo guardado; falta concluir e pagar/)).toBeVisible();
  await link('Continuar Sem arquivo').click();
  await expect.element(heading(UPLOAD)).toHaveFocus();
  openMocked('/register', db);
  await link('Continuar Com arquivo').click();
  await expectHeading(HOLDERS);
  openMocked(currentUrl(), db);
  await expectHeading(HOLDERS);
});

it('[wizard-blocked] says why a missing, foreign or unreachable registration cannot be opened', async () => {
  const missing = () => expectHeading('Registro não encontrado', 1);
  const stranger = aRegistration();
  const operator = aUser({ role: 'operator' });
  const db = mockApi({ user, users: [operator], registrations: [draft, stranger] });
  for (const id of [stranger.id, crypto.randomUUID(), 'nada']) {
    openMocked(at('upload', id), db);
    await missing();
  }
  await expect.element(link('Ir para o Painel')).toHaveAttribute('href', '/dashboard');
  const letGo = hold('getRegistration');
  refuse('getRegistration', 'unavailable');
  openMocked(at('upload'), db);
  await expect.element(page.getByRole('status', { name: 'Carregando registro' })).toBeVisible();
  letGo();
  await expectHeading('Não foi possível carregar o registro', 1);
  leaveToMock('getRegistration');
  await press('Tentar novamente');
  await expectHeading(UPLOAD);
  // The registration is deleted in another window meanwhile.
  openMocked(at('basic'), db);
  await expectHeading(BASIC);
  db.registrations.splice(0, 1);
  await press('Próximo');
  await missing();
  db.sessionUserId = operator.id;
  openMocked(at('basic', stranger.id), db);
  await missing();
});

it('[wizard-jurisdictions] stores the value of each jurisdiction that can be chosen', async () => {
  const db = openDb();
  for (const [label, jurisdiction] of [
    ['Brasil', 'brasil'],
    ['Estados Unidos', 'estados_unidos'],
    ['União Europeia', 'uniao_europeia'],
    ['Global', 'global'],
  ] as const) {
    openMocked(at('basic'), db);
    await page.getByRole('combobox', { name: 'Jurisdição' }).click();
    await page.getByRole('option', { name: label }).click();
    await press('Próximo');
    await expectHeading(UPLOAD);
    await expect.poll(() => db.registrations[1]?.jurisdiction).toBe(jurisdiction);
  }
});
