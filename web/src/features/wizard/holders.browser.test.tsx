import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
import { descriptionOf, dialog, keys, main, press, query, region, toast } from '../../testing/screen.ts';
import { callsOf, failWithNetworkError, leaveToMock, mockApi, refuse } from '../../testing/server.ts';

const ACME = 'ACME Tecnologia Ltda';
const CNPJ = '12.ABC.345/01DE-35';
const user = aUser();
const registration = aPayableRegistration({ userId: user.id, paymentAmount: 349_900 });
const nameField = page.getByLabelText('Nome do titular');
const taxIdField = page.getByLabelText('CPF/CNPJ do titular');
const shareField = page.getByLabelText('Percentual (%)');
const summary = region('Revise o registro');
const expectText = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: true }).first()).toBeVisible();
const expectTitle = (text: string | RegExp) =>
  expect.element(page.getByRole('heading', { level: 1, name: text })).toBeVisible();
const expectPaymentDue = () => expectTitle('Falta o pagamento');
const stepUrl = (step: string) => `/register?id=${registration.id}&step=${step}`;
const fieldValues = () =>
  [nameField, taxIdField, shareField].map((field) => (field.element() as HTMLInputElement).value);
const pressAdd = () => press('Adicionar Titular');
const pressFinish = () => press('Concluir Registro');

let db: Db;
const openStep = () => openMocked(stepUrl('holders'), db);
const setMainHolder = (holderName: string) => Object.assign(db.registrations[0] ?? {}, { holderName });
const addListedHolder = (holderName: string, ownershipPercentage: number) =>
  db.holders.push({
    id: db.nextId(),
    registrationId: registration.id,
    holderName,
    holderTaxId: CNPJ,
    ownershipPercentage,
    createdAt: registration.createdAt,
  });

/** Replaces the suggested holder. Types the tax id key by key, because the input mask needs key events. */
async function typeHolder(newName: string, digits: string): Promise<void> {
  await nameField.fill(newName);
  await taxIdField.clear();
  await taxIdField.click();
  await keys(digits);
}

beforeEach(() => {
  db = mockApi({ user, registrations: [registration] });
});

describe('the holders step of the wizard', () => {
  it('[wizard-holders] accepts a total share of 100 %, refuses a higher total, and removes a holder', async () => {
    openStep();
    await expectText('Nenhum titular adicionado.');
    await expectText('Total: 0%');
    await expectText('Disponível: 100%');
    await nameField.fill('');
    await pressAdd();
    await expectText('Nome é obrigatório');
    await expectText('CPF/CNPJ deve ter pelo menos 11 caracteres');
    await typeHolder('Bruno Araújo', '12abc34501de35');
    await shareField.fill('60');
    await pressAdd();
    await expectText('Titular adicionado', toast);
    await expectText('Total: 60%');
    await expectText(/12\.ABC\.345\/01DE-35/, page.getByRole('list', { name: 'Titulares adicionados' }));
    await expect.element(nameField).toHaveFocus();
    await typeHolder('Caio Dias', '11144477735');
    await shareField.fill('41');
    await pressAdd();
    await expectText('Percentual excede 100%', toast);
    await expectText('A soma dos percentuais seria 101%. Máximo permitido: 100%.', toast);
    await press('Usar o restante (40%)');
    await expect.element(shareField).toHaveValue('40');
    // The typed holder survives a reload.
    openStep();
    await expect.element(nameField).toHaveValue('Caio Dias');
    await pressAdd();
    await expectText('Os percentuais somam exatamente 100%.');
    await expectText('Total: 100%');
    await expectText('Disponível: 0%');
    await press('Remover Bruno Araújo');
    await expectText('Titular removido', toast);
    await expectText('Total: 40%');
    expect(document.activeElement).not.toBe(document.body);
    await expect.poll(() => db.holders).toMatchObject([{ holderName: 'Caio Dias', ownershipPercentage: 40 }]);
  });

  it('[wizard-holders-prefill] suggests the main holder, with CPF if the applicant has the same name', async () => {
    openStep();
    await expect.element(nameField).toHaveValue('Ana Lima');
    await expect.element(taxIdField).toHaveValue('529.982.247-25');
    // The suggested CPF disappears with the suggested name, and comes back with the name.
    await nameField.fill('Bruno Araújo');
    await expect.element(taxIdField).toHaveValue('');
    await nameField.fill('Ana Lima');
    await expect.element(taxIdField).toHaveValue('529.982.247-25');
    await shareField.fill('60');
    await pressAdd();
    await expectText('Total: 60%');
    await expect.element(nameField).toHaveValue('');
    await press('Remover Ana Lima');
    await expect.element(nameField).toHaveValue('Ana Lima');
    setMainHolder(ACME);
    openStep();
    await expect.element(nameField).toHaveValue(ACME);
    await expect.element(taxIdField).toHaveValue('');
    // No confirmation is asked when the main holder is the only holder and has 100 %.
    await press('Sou o único titular');
    await expect.element(shareField).toHaveValue('100');
    await expect.element(taxIdField).toHaveFocus();
    await keys('12abc34501de35');
    await pressAdd();
    await expectText('Os percentuais somam exatamente 100%.');
    await expect.poll(() => db.holders).toMatchObject([{ holderName: ACME, ownershipPercentage: 100 }]);
    await pressFinish();
    await expectPaymentDue();
  });

  it('[wizard-holders-question] asks to confirm a total below 100 % and a missing main holder', async () => {
    setMainHolder(ACME);
    for (const [holderName, percent] of [
      ['Bruno', 33],
      ['Carla', 34],
      ['Heitor', 25],
    ] as const)
      addListedHolder(holderName, percent);
    openStep();
    await expectText(/se repete: Bruno, Carla, Heitor/);
    await pressFinish();
    await expectText(/Participação declarada: 92% \(8% não atribuídos\)/, dialog);
    await expectText(/sem participação declarada/, dialog);
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => query()).toBe(`?id=${registration.id}&step=holders`);
    await typeHolder(ACME, '11222333000181');
    await shareField.fill('7');
    await pressAdd();
    await expectText('Total: 99%');
    await pressFinish();
    await expectText(/^Falta 1%: .*99% \(1% não atribuído\)/, dialog);
    await expect.element(dialog.getByText(/sem participação/)).not.toBeInTheDocument();
    await press('Concluir assim mesmo', dialog);
    await expectPaymentDue();
    // Opening the last view directly shows the same question.
    openMocked(stepUrl('complete'), db);
    await expectText(/^Falta 1%/, main);
    await page.getByRole('link', { name: 'Rever titulares' }).click();
    await expectText('Total: 99%');
  });

  it('[wizard-holders-optional] asks for no confirmation without holders or with a total of 100 %', async () => {
    setMainHolder(ACME);
    openStep();
    await pressFinish();
    await expectPaymentDue();
    addListedHolder('Bruno', 60);
    addListedHolder('acme  tecnologia LTDA', 40);
    openStep();
    await pressFinish();
    await expectPaymentDue();
  });

  it('[wizard-holders-repeated] warns about a repeated CPF/CNPJ without refusing it', async () => {
    addListedHolder('Bruno', 40);
    openStep();
    await typeHolder('Carla', '12abc34501de35');
    await expect.poll(() => descriptionOf(taxIdField)).toContain('este CPF/CNPJ já é o de Bruno');
    await shareField.fill('60');
    await pressAdd();
    await expectText(/O CPF\/CNPJ .* se repete: Bruno, Carla\./);
    await expectText('Total: 100%');
  });

  it('[wizard-holders-kept] keeps the typed holder after a 503, a network error and a reload', async () => {
    openStep();
    await typeHolder('Carla Dias', '12abc34501de35');
    await shareField.fill('33');
    const typedValues = ['Carla Dias', CNPJ, '33'];
    for (const failRequest of [
      () => refuse('addHolder', 'unavailable'),
      () => failWithNetworkError('addHolder'),
    ]) {
      failRequest();
      await pressAdd();
      await expectText('Erro ao adicionar titular', toast);
      await expect.poll(() => fieldValues()).toEqual(typedValues);
      openStep();
      await expect.element(nameField).toHaveValue('Carla Dias');
      await expect.poll(() => fieldValues()).toEqual(typedValues);
    }
    leaveToMock('addHolder');
    await pressAdd();
    await expectText('Total: 33%');
  });
});

describe('the end of the wizard', () => {
  it('[wizard-complete] concludes without holders, then shows a review, the price and the card form', async () => {
    openStep();
    await expect.element(page.getByRole('button', { name: 'Concluir Registro' })).toBeVisible();
    expect(main.element().textContent).not.toContain('R$');
    await pressFinish();
    await expectPaymentDue();
    for (const text of [
      registration.title,
      registration.description,
      registration.applicantEmail,
      'Global',
      /código-fonte\.zip/,
      'Nenhum informado (opcional)',
    ])
      await expectText(text, summary);
    await summary.getByRole('link', { name: 'Alterar Informações' }).click();
    await page.getByLabelText('Título do software').fill('Título conferido');
    await press('Próximo');
    await expectText('Dados atualizados', toast);
    expect(callsOf('updateRegistration')).toHaveLength(1);
    await press('Próximo');
    await pressFinish();
    await expectText('Título conferido', summary);
    await summary.getByRole('link', { name: 'Alterar Arquivo' }).click();
    await expect.element(page.getByRole('heading', { level: 2, name: 'Upload do arquivo' })).toBeVisible();
    window.history.back();
    await summary.getByRole('link', { name: 'Alterar Titulares de direitos' }).click();
    // A typed holder that was not added blocks the conclusion.
    await nameField.fill('Esquecido');
    await pressFinish();
    await expectText(/titular preenchido que não foi adicionado/, page.getByRole('alert'));
    await press('Limpar campos');
    await pressFinish();
    await expectPaymentDue();
    await expectText(/^Seu registro está salvo; a análise começa depois do pagamento\./);
    await expectText('Registro concluído', toast);
    await expect.element(main.getByText(/conclu/i)).not.toBeInTheDocument();
    for (const [link, href] of [
      ['Ir para o Painel', '/dashboard'],
      ['Registrar Outro Software', '/register'],
    ] as const)
      await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', href);
    await expect.element(region('Pagamento').getByLabelText('Número do cartão')).toBeVisible();
    // Only the payment button shows the price.
    expect(main.element().textContent?.match(/.{6}R\$/g)).toEqual([expect.any(String), 'Pagar R$']);
    expect(db.registrations).toHaveLength(1);
  });
});
