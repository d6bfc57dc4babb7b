import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { PASSWORD } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { aRegistration, aUser } from '../../testing/records.ts';
import { dialog, keys, press, query, toast, widen } from '../../testing/screen.ts';
import { callsOf, cut, hold, leaveToMock, mockApi, serveBeside } from '../../testing/server.ts';

const user = aUser();
const field = (label: string): Locator => page.getByLabelText(label, { exact: false });
const title = field('Título do software');
const step = (name: string) => page.getByRole('heading', { level: 2, name });
const expectText = (text: string, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: false })).toBeVisible();
const link = (name: string) => page.getByRole('link', { name });

async function fillDetails(): Promise<void> {
  await title.fill('Calculadora');
  await field('Descrição').fill('Calcula ações.');
  await field('CPF/CNPJ do requerente').click();
  await keys('11144477735');
}

it('[wizard-basic] shows an introduction and all fields, and creates the registration', async () => {
  const db = mockApi({ user });
  // The raw request body, because the contract's parser drops the placeholder fields.
  const sent: unknown[] = [];
  serveBeside(async (request) => {
    if (request.method === 'POST') sent.push(await request.clone().json());
    return null;
  });
  openMocked('/register', db);
  for (const name of ['Upload e Validação', 'Geração de Hash', 'Registro Seguro'])
    await expect.element(step(name)).toBeVisible();
  await expect.element(page.getByText('Continuar um registro iniciado')).not.toBeInTheDocument();
  await link('Iniciar Registro').click();
  await expect.element(step('Informações básicas')).toHaveFocus();
  const bar = page.getByRole('list', { name: 'Etapas do registro' }).getByRole('listitem');
  expect(bar.elements().map((one) => one.textContent)).toEqual(['1Informações', '2Upload', '3Titulares']);
  await expect.element(bar.first()).toHaveAttribute('aria-current', 'step');
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
  expect(options.elements().map((one) => one.textContent)).toEqual([
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
  await expect.element(step('Upload do arquivo')).toBeVisible();
  await expectText('Registro criado', toast);
  expect(sent).toMatchObject([
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
  const letGo = hold('createRegistration');
  const next = page.getByRole('button', { name: 'Próximo' });
  await next.click();
  await expect.poll(() => callsOf('createRegistration')).toHaveLength(1);
  (next.element() as HTMLElement).click();
  letGo();
  await expect.element(step('Upload do arquivo')).toBeVisible();
  expect(callsOf('createRegistration')).toHaveLength(1);
});

it.each([
  ['wide', 1280, 420],
  ['narrow', 360, 480],
] as const)(
  '[wizard-basic-label] scrolls the label of the first invalid field below the header: %s',
  async (_how, width, height) => {
    await widen(width, height);
    openMocked('/register?step=basic', mockApi({ user }));
    await fillDetails();
    for (const label of ['Descrição', 'Nome do requerente', 'Nome do titular']) {
      const typed = (field(label).element() as HTMLInputElement).value;
      await field(label).fill('');
      const box = field(label).element().closest('.mantine-InputWrapper-root') as HTMLElement;
      const top = () => box.getBoundingClientRect().top;
      // Start positions of the field: below, at and above the page header.
      for (const from of [120, 66, -200]) {
        window.scrollBy({ top: top() - from, behavior: 'instant' });
        (page.getByRole('button', { name: 'Próximo' }).element() as HTMLElement).click();
        await expect.element(field(label)).toHaveFocus();
        (field(label).element() as HTMLElement).blur();
        const header = page.getByRole('banner').element().getBoundingClientRect().bottom;
        expect(top(), `${label} from ${from}`).toBeGreaterThanOrEqual(header);
      }
      await field(label).fill(typed);
    }
  },
);

it('[wizard-draft] keeps the draft over a reload and a network error, with one Idempotency-Key', async () => {
  const db = mockApi({ user });
  openMocked('/register?step=basic', db);
  await fillDetails();
  openMocked('/register', db);
  await link('Continuar rascunho').click();
  await expect.element(title).toHaveValue('Calculadora');
  await expect.element(field('Descrição')).toHaveValue('Calcula ações.');
  cut('createRegistration');
  await press('Próximo');
  await expectText('Erro ao criar registro', toast);
  await expectText('Sem conexão com o servidor. Verifique sua internet e tente novamente.', toast);
  expect(document.activeElement).not.toBe(document.body);
  leaveToMock('createRegistration');
  openMocked('/register?step=basic', db);
  await press('Próximo');
  await expect.element(step('Upload do arquivo')).toBeVisible();
  // Both attempts use the same Idempotency-Key, so the server recognises the repetition.
  const sent = callsOf('createRegistration').map(({ headers }) => headers.get('idempotency-key'));
  expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
  expect(Object.keys(localStorage).filter((key) => key.includes(user.id))).toEqual([]);

  openMocked('/register?step=basic', db);
  await title.fill('Outro');
  await link('Voltar').click();
  await press('Descartar rascunho');
  await press('Descartar rascunho', dialog);
  await link('Iniciar Registro').click();
  await expect.element(title).toHaveValue('');
});

it('[wizard-session] an ended session leads to /auth and back, and keeps the draft', async () => {
  const draft = aRegistration({ userId: user.id, title: 'Como estava' });
  const db = mockApi({ user, registrations: [draft] });
  const address = `/register?id=${draft.id}&step=basic`;
  openMocked(address, db);
  await title.fill('Título alterado');
  db.sessionUserId = null;
  await press('Próximo');
  await expect.poll(() => window.location.pathname).toBe('/auth');
  await field('E-mail').fill(user.email);
  await page.getByLabelText('Senha', { exact: true }).fill(PASSWORD);
  await keys('{Enter}');
  await expectText('Recuperamos o que você havia alterado e ainda não enviado.');
  await expect.poll(() => window.location.pathname + query()).toBe(address);
  await expect.element(title).toHaveValue('Título alterado');
  await press('Descartar alterações');
  await expect.element(title).toHaveValue('Como estava');
  openMocked(address, db);
  await expect.element(title).toHaveValue('Como estava');
  cut('updateRegistration');
  await title.fill('Mudado de novo');
  await press('Próximo');
  await expectText('Erro ao atualizar registro', toast);
  leaveToMock('updateRegistration');
  await press('Próximo');
  await expect.element(step('Upload do arquivo')).toBeVisible();
  await expect.poll(() => db.registrations).toMatchObject([{ title: 'Mudado de novo' }]);
});
