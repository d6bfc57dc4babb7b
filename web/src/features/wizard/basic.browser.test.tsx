import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { PASSWORD } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { aRegistration, aUser } from '../../testing/records.ts';
import { dialog, keys, press, query, setViewport, toast } from '../../testing/screen.ts';
import {
  callsOf,
  failWithNetworkError,
  handleOtherRequests,
  hold,
  leaveToMock,
  mockApi,
} from '../../testing/server.ts';

const user = aUser();
const field = (label: string): Locator => page.getByLabelText(label, { exact: false });
const titleField = field('Título do software');
const stepHeading = (name: string) => page.getByRole('heading', { level: 2, name });
const expectText = (text: string, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: false })).toBeVisible();
const link = (name: string) => page.getByRole('link', { name });

async function fillDetails(): Promise<void> {
  await titleField.fill('Calculadora');
  await field('Descrição').fill('Calcula ações.');
  await field('CPF/CNPJ do requerente').click();
  await keys('11144477735');
}

it('[wizard-basic] shows an introduction and all fields, and creates the registration', async () => {
  const db = mockApi({ user });
  // Records the raw request bodies, because the contract's parser drops the placeholder fields.
  const sentBodies: unknown[] = [];
  handleOtherRequests(async (request) => {
    if (request.method === 'POST') sentBodies.push(await request.clone().json());
    return null;
  });
  openMocked('/register', db);
  for (const name of ['Upload e Validação', 'Geração de Hash', 'Registro Seguro'])
    await expect.element(stepHeading(name)).toBeVisible();
  await expect.element(page.getByText('Continuar um registro iniciado')).not.toBeInTheDocument();
  await link('Iniciar Registro').click();
  await expect.element(stepHeading('Informações básicas')).toHaveFocus();
  const stepItems = page.getByRole('list', { name: 'Etapas do registro' }).getByRole('listitem');
  expect(stepItems.elements().map((item) => item.textContent)).toEqual([
    '1Informações',
    '2Upload',
    '3Titulares',
  ]);
  await expect.element(stepItems.first()).toHaveAttribute('aria-current', 'step');
  for (const [label, value] of [
    ['Nome do requerente', 'Ana Lima'],
    ['E-mail do requerente', user.email],
    ['Nome do titular', 'Ana Lima'],
    ['Jurisdição', 'Global'],
  ] as const)
    await expect
      .element(page.getByRole('textbox', { name: label }).or(page.getByRole('combobox', { name: label })))
      .toHaveValue(value);
  await page.getByRole('combobox', { name: 'Jurisdição' }).click();
  const options = page.getByRole('option');
  await expect.element(options.first()).toBeVisible();
  expect(options.elements().map((item) => item.textContent)).toEqual([
    'Global',
    'Brasil',
    'Estados Unidos',
    'União Europeia',
  ]);
  await options.nth(3).click();
  await fillDetails();
  await expect.element(field('CPF/CNPJ do requerente')).toHaveValue('111.444.777-35');
  await field('Observações (opcional)').fill('Sem observações');
  await press('Próximo');
  await expect.element(stepHeading('Upload do arquivo')).toBeVisible();
  await expectText('Registro criado', toast);
  expect(sentBodies).toMatchObject([
    {
      sha256: '0'.repeat(64),
      fileName: 'pending',
      fileSize: 0,
      title: 'Calculadora',
      description: 'Calcula ações.',
      applicantName: 'Ana Lima',
      applicantEmail: user.email,
      applicantTaxId: '111.444.777-35',
      holderName: 'Ana Lima',
      notes: 'Sem observações',
      jurisdiction: 'uniao_europeia',
    },
  ]);
  await expect.poll(() => query()).toBe(`?id=${db.registrations[0]?.id}&step=upload`);
});

it('the wizard sends the details once, even when the button is clicked repeatedly', async () => {
  const db = mockApi({ user });
  openMocked('/register?step=basic', db);
  await fillDetails();
  const release = hold('createRegistration');
  const nextButton = page.getByRole('button', { name: 'Próximo' });
  await nextButton.click();
  await expect.poll(() => callsOf('createRegistration')).toHaveLength(1);
  (nextButton.element() as HTMLElement).click();
  release();
  await expect.element(stepHeading('Upload do arquivo')).toBeVisible();
  expect(callsOf('createRegistration')).toHaveLength(1);
});

it.each([
  ['wide', 1280, 420],
  ['narrow', 360, 480],
] as const)(
  '[wizard-basic-label] keeps the label of the first invalid field visible below the page header on a %s screen',
  async (_layout, width, height) => {
    await setViewport(width, height);
    openMocked('/register?step=basic', mockApi({ user }));
    await fillDetails();
    for (const label of ['Descrição', 'Nome do requerente', 'Nome do titular']) {
      const previousValue = (field(label).element() as HTMLInputElement).value;
      await field(label).fill('');
      const fieldBox = field(label).element().closest('.mantine-InputWrapper-root') as HTMLElement;
      const fieldTop = () => fieldBox.getBoundingClientRect().top;
      // Positions of the field before the submit: below, behind and above the page header.
      for (const startTop of [120, 66, -200]) {
        window.scrollBy({ top: fieldTop() - startTop, behavior: 'instant' });
        (page.getByRole('button', { name: 'Próximo' }).element() as HTMLElement).click();
        await expect.element(field(label)).toHaveFocus();
        (field(label).element() as HTMLElement).blur();
        const headerBottom = page.getByRole('banner').element().getBoundingClientRect().bottom;
        expect(fieldTop(), `${label} from ${startTop}`).toBeGreaterThanOrEqual(headerBottom);
      }
      await field(label).fill(previousValue);
    }
  },
);

it('[wizard-draft] keeps the draft after a reload and a network error, and the same Idempotency-Key', async () => {
  const db = mockApi({ user });
  openMocked('/register?step=basic', db);
  await fillDetails();
  openMocked('/register', db);
  await link('Continuar rascunho').click();
  await expect.element(titleField).toHaveValue('Calculadora');
  await expect.element(field('Descrição')).toHaveValue('Calcula ações.');
  failWithNetworkError('createRegistration');
  await press('Próximo');
  await expectText('Erro ao criar registro', toast);
  await expectText('Sem conexão com o servidor. Verifique sua internet e tente novamente.', toast);
  expect(document.activeElement).not.toBe(document.body);
  leaveToMock('createRegistration');
  openMocked('/register?step=basic', db);
  await press('Próximo');
  await expect.element(stepHeading('Upload do arquivo')).toBeVisible();
  // Both attempts use the same Idempotency-Key, so the server recognises the repetition.
  const idempotencyKeys = callsOf('createRegistration').map(({ headers }) => headers.get('idempotency-key'));
  expect([idempotencyKeys.length, new Set(idempotencyKeys).size]).toEqual([2, 1]);
  expect(Object.keys(localStorage).filter((key) => key.includes(user.id))).toEqual([]);

  openMocked('/register?step=basic', db);
  await titleField.fill('Outro');
  await link('Voltar').click();
  await press('Descartar rascunho');
  await press('Descartar rascunho', dialog);
  await link('Iniciar Registro').click();
  await expect.element(titleField).toHaveValue('');
});

it('[wizard-session] keeps the draft when the session ends and the user signs in again', async () => {
  const draftRegistration = aRegistration({ userId: user.id, title: 'Como estava' });
  const db = mockApi({ user, registrations: [draftRegistration] });
  const stepUrl = `/register?id=${draftRegistration.id}&step=basic`;
  openMocked(stepUrl, db);
  await titleField.fill('Título alterado');
  db.sessionUserId = null;
  await press('Próximo');
  await expect.poll(() => window.location.pathname).toBe('/auth');
  await field('E-mail').fill(user.email);
  await page.getByLabelText('Senha', { exact: true }).fill(PASSWORD);
  await keys('{Enter}');
  await expectText('Recuperamos o que você havia alterado e ainda não enviado.');
  await expect.poll(() => window.location.pathname + query()).toBe(stepUrl);
  await expect.element(titleField).toHaveValue('Título alterado');
  await press('Descartar alterações');
  await expect.element(titleField).toHaveValue('Como estava');
  openMocked(stepUrl, db);
  await expect.element(titleField).toHaveValue('Como estava');
  failWithNetworkError('updateRegistration');
  await titleField.fill('Mudado de novo');
  await press('Próximo');
  await expectText('Erro ao atualizar registro', toast);
  leaveToMock('updateRegistration');
  await press('Próximo');
  await expect.element(stepHeading('Upload do arquivo')).toBeVisible();
  await expect.poll(() => db.registrations).toMatchObject([{ title: 'Mudado de novo' }]);
});
