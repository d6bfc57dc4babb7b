import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { descriptionOf, dialog, keys, main, press, query, region, toast } from '../../testing/screen.ts';
import { callsOf, cut, leaveToMock, mockApi, refuse } from '../../testing/server.ts';

const ACME = 'ACME Tecnologia Ltda';
const CNPJ = '12.ABC.345/01DE-35';
const user = aUser();
const row = aPayable({ userId: user.id, paymentAmount: 349_900 });
const name = page.getByLabelText('Nome do titular');
const taxId = page.getByLabelText('CPF/CNPJ do titular');
const share = page.getByLabelText('Percentual (%)');
const summary = region('Revise o registro');
const expectText = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: true }).first()).toBeVisible();
const expectTitle = (text: string | RegExp) =>
  expect.element(page.getByRole('heading', { level: 1, name: text })).toBeVisible();
const expectPaymentDue = () => expectTitle('Falta o pagamento');
const at = (step: string) => `/register?id=${row.id}&step=${step}`;
const values = () => [name, taxId, share].map((one) => (one.element() as HTMLInputElement).value);
const add = () => press('Adicionar Titular');
const finish = () => press('Concluir Registro');

let db: Db;
const openStep = () => openMocked(at('holders'), db);
const setMainHolder = (holderName: string) => Object.assign(db.registrations[0] ?? {}, { holderName });
const addListedHolder = (holderName: string, ownershipPercentage: number) =>
  db.holders.push({
    id: db.nextId(),
    registrationId: row.id,
    holderName,
    holderTaxId: CNPJ,
    ownershipPercentage,
    createdAt: row.createdAt,
  });

/** Replaces the suggested holder. Types the tax id key by key, because its mask needs key events. */
async function nameHolder(who: string, id: string): Promise<void> {
  await name.fill(who);
  await taxId.clear();
  await taxId.click();
  await keys(id);
}

beforeEach(() => {
  db = mockApi({ user, registrations: [row] });
});

describe('the holders step of the wizard', () => {
  it('[wizard-holders] accepts shares of exactly 100 %, refuses more, and removes a holder', async () => {
    openStep();
    await expectText('Nenhum titular adicionado.');
    await expectText('Total: 0%');
    await expectText('Disponível: 100%');
    await name.fill('');
    await add();
    await expectText('Nome é obrigatório');
    await expectText('CPF/CNPJ deve ter pelo menos 11 caracteres');
    await nameHolder('Bruno Araújo', '12abc34501de35');
    await share.fill('60');
    await add();
    await expectText('Titular adicionado', toast);
    await expectText('Total: 60%');
    await expectText(/12\.ABC\.345\/01DE-35/, page.getByRole('list', { name: 'Titulares adicionados' }));
    await expect.element(name).toHaveFocus();
    await nameHolder('Caio Dias', '11144477735');
    await share.fill('41');
    await add();
    await expectText('Percentual excede 100%', toast);
    await expectText('A soma dos percentuais seria 101%. Máximo permitido: 100%.', toast);
    await press('Usar o restante (40%)');
    await expect.element(share).toHaveValue('40');
    // The typed holder survives a reload.
    openStep();
    await expect.element(name).toHaveValue('Caio Dias');
    await add();
    await expectText('Os percentuais somam exatamente 100%.');
    await expectText('Total: 100%');
    await expectText('Disponível: 0%');
    await press('Remover Bruno Araújo');
    await expectText('Titular removido', toast);
    await expectText('Total: 40%');
    expect(document.activeElement).not.toBe(document.body);
    await expect.poll(() => db.holders).toMatchObject([{ holderName: 'Caio Dias', ownershipPercentage: 40 }]);
  });

  it('[wizard-holders-prefill] suggests the main holder, with CPF if they are the applicant', async () => {
    openStep();
    await expect.element(name).toHaveValue('Ana Lima');
    await expect.element(taxId).toHaveValue('529.982.247-25');
    // The suggested CPF is removed when the name changes, and restored with it.
    await name.fill('Bruno Araújo');
    await expect.element(taxId).toHaveValue('');
    await name.fill('Ana Lima');
    await expect.element(taxId).toHaveValue('529.982.247-25');
    await share.fill('60');
    await add();
    await expectText('Total: 60%');
    await expect.element(name).toHaveValue('');
    await press('Remover Ana Lima');
    await expect.element(name).toHaveValue('Ana Lima');
    setMainHolder(ACME);
    openStep();
    await expect.element(name).toHaveValue(ACME);
    await expect.element(taxId).toHaveValue('');
    // A single holder, equal to the main holder and with 100 %, raises no question.
    await press('Sou o único titular');
    await expect.element(share).toHaveValue('100');
    await expect.element(taxId).toHaveFocus();
    await keys('12abc34501de35');
    await add();
    await expectText('Os percentuais somam exatamente 100%.');
    await expect.poll(() => db.holders).toMatchObject([{ holderName: ACME, ownershipPercentage: 100 }]);
    await finish();
    await expectPaymentDue();
  });

  it('[wizard-holders-question] asks to confirm shares below 100 % and a missing main holder', async () => {
    setMainHolder(ACME);
    for (const [who, percent] of [
      ['Bruno', 33],
      ['Carla', 34],
      ['Heitor', 25],
    ] as const)
      addListedHolder(who, percent);
    openStep();
    await expectText(/se repete: Bruno, Carla, Heitor/);
    await finish();
    await expectText(/Participação declarada: 92% \(8% não atribuídos\)/, dialog);
    await expectText(/sem participação declarada/, dialog);
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => query()).toBe(`?id=${row.id}&step=holders`);
    await nameHolder(ACME, '11222333000181');
    await share.fill('7');
    await add();
    await expectText('Total: 99%');
    await finish();
    await expectText(/^Falta 1%: .*99% \(1% não atribuído\)/, dialog);
    await expect.element(dialog.getByText(/sem participação/)).not.toBeInTheDocument();
    await press('Concluir assim mesmo', dialog);
    await expectPaymentDue();
    // Opening the last view directly shows the same question.
    openMocked(at('complete'), db);
    await expectText(/^Falta 1%/, main);
    await page.getByRole('link', { name: 'Rever titulares' }).click();
    await expectText('Total: 99%');
  });

  it('[wizard-holders-optional] asks for no confirmation when no holder or 100 % is listed', async () => {
    setMainHolder(ACME);
    openStep();
    await finish();
    await expectPaymentDue();
    addListedHolder('Bruno', 60);
    addListedHolder('acme  tecnologia LTDA', 40);
    openStep();
    await finish();
    await expectPaymentDue();
  });

  it('[wizard-holders-repeated] warns about a repeated CPF/CNPJ without refusing it', async () => {
    addListedHolder('Bruno', 40);
    openStep();
    await nameHolder('Carla', '12abc34501de35');
    await expect.poll(() => descriptionOf(taxId)).toContain('este CPF/CNPJ já é o de Bruno');
    await share.fill('60');
    await add();
    await expectText(/O CPF\/CNPJ .* se repete: Bruno, Carla\./);
    await expectText('Total: 100%');
  });

  it('[wizard-holders-kept] keeps the typed holder over a 503, a network error and a reload', async () => {
    openStep();
    await nameHolder('Carla Dias', '12abc34501de35');
    await share.fill('33');
    const typed = ['Carla Dias', CNPJ, '33'];
    for (const fail of [() => refuse('addHolder', 'unavailable'), () => cut('addHolder')]) {
      fail();
      await add();
      await expectText('Erro ao adicionar titular', toast);
      await expect.poll(() => values()).toEqual(typed);
      openStep();
      await expect.element(name).toHaveValue('Carla Dias');
      await expect.poll(() => values()).toEqual(typed);
    }
    leaveToMock('addHolder');
    await add();
    await expectText('Total: 33%');
  });
});

describe('the end of the wizard', () => {
  it('[wizard-complete] concludes without holders, then shows a review, one price and the card form', async () => {
    openStep();
    await expect.element(page.getByRole('button', { name: 'Concluir Registro' })).toBeVisible();
    expect(main.element().textContent).not.toContain('R$');
    await finish();
    await expectPaymentDue();
    for (const text of [
      row.title,
      row.description,
      row.applicantEmail,
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
    await finish();
    await expectText('Título conferido', summary);
    await summary.getByRole('link', { name: 'Alterar Arquivo' }).click();
    await expect.element(page.getByRole('heading', { level: 2, name: 'Upload do arquivo' })).toBeVisible();
    window.history.back();
    await summary.getByRole('link', { name: 'Alterar Titulares de direitos' }).click();
    // A typed holder that was not added blocks the conclusion.
    await name.fill('Esquecido');
    await finish();
    await expectText(/titular preenchido que não foi adicionado/, page.getByRole('alert'));
    await press('Limpar campos');
    await finish();
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
    // The button names what it charges; no other line repeats the price.
    expect(main.element().textContent?.match(/.{6}R\$/g)).toEqual([expect.any(String), 'Pagar R$']);
    expect(db.registrations).toHaveLength(1);
  });
});
