import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aRegistration, aUser } from '../../testing/records.ts';
import { press, query } from '../../testing/screen.ts';
import { callsOf, failWithNetworkError, hold, leaveToMock, mockApi, refuse } from '../../testing/server.ts';

const user = aUser();
const draftRegistration = aRegistration({ userId: user.id, title: 'Sem arquivo' });
const storedRegistration = aPayableRegistration({ userId: user.id, title: 'Com arquivo' });
const heading = (name: string, level = 2) => page.getByRole('heading', { level, name });
const expectHeading = (name: string, level?: number) => expect.element(heading(name, level)).toBeVisible();
const [BASIC, UPLOAD, HOLDERS] = ['Informações básicas', 'Upload do arquivo', 'Titulares de direitos'];
const titleField = page.getByLabelText('Título do software');
const stepUrl = (step: string, id: string = draftRegistration.id) => `/register?id=${id}&step=${step}`;
const currentUrl = () => window.location.pathname + query();
const link = (name: string) => page.getByRole('link', { name });

const openDb = () => mockApi({ user, registrations: [storedRegistration, draftRegistration] });

it('[wizard-history] Back and Forward move between steps and create only one registration', async () => {
  const db = mockApi({ user });
  openMocked('/register?step=basic', db);
  await titleField.fill('Título');
  await page.getByLabelText('Descrição').fill('Descrição');
  await page.getByLabelText('CPF/CNPJ do requerente').fill('52998224725');
  await press('Próximo');
  await expectHeading(UPLOAD);
  const id = db.registrations[0]?.id ?? '';
  window.history.back();
  await expect.element(titleField).toHaveValue('Título');
  await expect.poll(() => currentUrl()).toBe(stepUrl('basic', id));
  await titleField.fill('Outro título');
  await press('Próximo');
  await expectHeading(UPLOAD);
  await press('Voltar');
  await expect.element(titleField).toBeVisible();
  window.history.back();
  await expectHeading(UPLOAD);
  window.history.forward();
  await expect.element(titleField).toHaveValue('Outro título');
  expect(callsOf('createRegistration')).toHaveLength(1);
  await expect.poll(() => db.registrations).toMatchObject([{ title: 'Outro título' }]);
  await press('Próximo');
  await expectHeading(UPLOAD);
  await page
    .getByRole('list', { name: 'Etapas do registro' })
    .getByRole('link', { name: 'Informações' })
    .click();
  await expect.element(titleField).toBeVisible();
});

it('[wizard-address-told] shows the step in the URL, and focuses its heading only after navigation', async () => {
  const db = openDb();
  for (const [requestedUrl, expectedUrl, name] of [
    [stepUrl('holders'), stepUrl('upload'), UPLOAD],
    [stepUrl('complete'), stepUrl('upload'), UPLOAD],
    [stepUrl('estranho'), stepUrl('basic'), BASIC],
    [`/register?id=${draftRegistration.id}`, stepUrl('basic'), BASIC],
    ['/register?step=holders', '/register?step=basic', BASIC],
  ] as const) {
    openMocked(requestedUrl, db);
    await expectHeading(name);
    await expect.poll(currentUrl).toBe(expectedUrl);
    expect(document.activeElement?.matches('h2')).toBe(false);
  }
  // The focused heading is only as wide as its text, and so is its focus outline.
  openMocked(stepUrl('basic'), db);
  await press('Próximo');
  await expect.element(heading(UPLOAD)).toHaveFocus();
  const node = heading(UPLOAD).element();
  const range = document.createRange();
  range.selectNodeContents(node);
  const widths = [node, range].map((item) => item.getBoundingClientRect().width);
  expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 0))).toBeLessThan(2);
});

it('[wizard-resume] opens an unfinished registration at its current step', async () => {
  const db = openDb();
  failWithNetworkError('listRegistrations');
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
  const expectMissing = () => expectHeading('Registro não encontrado', 1);
  const othersRegistration = aRegistration();
  const operator = aUser({ role: 'operator' });
  const db = mockApi({ user, users: [operator], registrations: [draftRegistration, othersRegistration] });
  for (const id of [othersRegistration.id, crypto.randomUUID(), 'nada']) {
    openMocked(stepUrl('upload', id), db);
    await expectMissing();
  }
  await expect.element(link('Ir para o Painel')).toHaveAttribute('href', '/dashboard');
  const release = hold('getRegistration');
  refuse('getRegistration', 'unavailable');
  openMocked(stepUrl('upload'), db);
  await expect.element(page.getByRole('status', { name: 'Carregando registro' })).toBeVisible();
  release();
  await expectHeading('Não foi possível carregar o registro', 1);
  leaveToMock('getRegistration');
  await press('Tentar novamente');
  await expectHeading(UPLOAD);
  // The registration is deleted in another window meanwhile.
  openMocked(stepUrl('basic'), db);
  await expectHeading(BASIC);
  db.registrations.splice(0, 1);
  await press('Próximo');
  await expectMissing();
  db.sessionUserId = operator.id;
  openMocked(stepUrl('basic', othersRegistration.id), db);
  await expectMissing();
});

it('[wizard-jurisdictions] stores the value of each jurisdiction that can be chosen', async () => {
  const db = openDb();
  for (const [label, jurisdiction] of [
    ['Brasil', 'brasil'],
    ['Estados Unidos', 'estados_unidos'],
    ['União Europeia', 'uniao_europeia'],
    ['Global', 'global'],
  ] as const) {
    openMocked(stepUrl('basic'), db);
    await page.getByRole('combobox', { name: 'Jurisdição' }).click();
    await page.getByRole('option', { name: label }).click();
    await press('Próximo');
    await expectHeading(UPLOAD);
    await expect.poll(() => db.registrations[1]?.jurisdiction).toBe(jurisdiction);
  }
});
