import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { described, dialog, keys, main, press, query, region, toast } from '../../testing/screen.ts';
import { callsOf, cut, leaveToMock, mockApi, refuse } from '../../testing/server.ts';

const ACME = 'ACME Tecnologia Ltda';
const CNPJ = '12.ABC.345/01DE-35';
const user = aUser();
const row = aPayable({ userId: user.id, paymentAmount: 349_900 });
const name = page.getByLabelText('Nome do titular');
const taxId = page.getByLabelText('CPF/CNPJ do titular');
const share = page.getByLabelText('Percentual (%)');
const summary = region('Revise o registro');
const says = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: true }).first()).toBeVisible();
const title = (text: string | RegExp) =>
  expect.element(page.getByRole('heading', { level: 1, name: text })).toBeVisible();
const isDone = () => title('Falta o pagamento');
const at = (step: string) => `/register?id=${row.id}&step=${step}`;
const values = () => [name, taxId, share].map((one) => (one.element() as HTMLInputElement).value);
const add = () => press('Adicionar Titular');
const finish = () => press('Concluir Registro');

let db: Db;
const openStep = () => openMocked(at('holders'), db);
const isHeldBy = (holderName: string) => Object.assign(db.registrations[0] ?? {}, { holderName });
const list = (holderName: string, ownershipPercentage: number) =>
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
  it('[wizard-holders] accepts shares of exactly 100 %, refuses more, and removes one', async () => {
    openStep();
    await says('Nenhum titular adicionado.');
    await says('Total: 0%');
    await says('Disponível: 100%');
    await name.fill('');
    await add();
    await says('Nome é obrigatório');
    await says('CPF/CNPJ deve ter pelo menos 11 caracteres');
    await nameHolder('Bruno Araújo', '12abc34501de35');
    await share.fill('60');
    await add();
    await says('Titular adicionado', toast);
    await says('Total: 60%');
    await says(/12\.ABC\.345\/01DE-35/, page.getByRole('list', { name: 'Titulares adicionados' }));
    await expect.element(name).toHaveFocus();
    await nameHolder('Caio Dias', '11144477735');
    await share.fill('41');
    await add();
    await says('Percentual excede 100%', toast);
    await says('A soma dos percentuais seria 101%. Máximo permitido: 100%.', toast);
    await press('Usar o restante (40%)');
    await expect.element(share).toHaveValue('40');
    // The typed holder survives a reload.
    openStep();
    await expect.element(name).toHaveValue('Caio Dias');
    await add();
    await says('Os percentuais somam exatamente 100%.');
    await says('Total: 100%');
    await says('Disponível: 0%');
    await press('Remover Bruno Araújo');
    await says('Titular removido', toast);
    await says('Total: 40%');
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
    await says('Total: 60%');
    await expect.element(name).toHaveValue('');
    await press('Remover Ana Lima');
    await expect.element(name).toHaveValue('Ana Lima');
    isHeldBy(ACME);
    openStep();
    await expect.element(name).toHaveValue(ACME);
    await expect.element(taxId).toHaveValue('');
    // A single holder, equal to the main holder and with 100 %, raises no question.
    await press('Sou o único titular');
    await expect.element(share).toHaveValue('100');
    await expect.element(taxId).toHaveFocus();
    await keys('12abc34501de35');
    await add();
    await says('Os percentuais somam exatamente 100%.');
    await expect.poll(() => db.holders).toMatchObject([{ holderName: ACME, ownershipPercentage: 100 }]);
    await finish();
    await isDone();
  });

  it('[wizard-holders-question] asks about a sum below 100 % and about a missing main holder', async () => {
    isHeldBy(ACME);
    for (const [who, percent] of [
      ['Bruno', 33],
      ['Carla', 34],
      ['Heitor', 25],
    ] as const)
      list(who, percent);
    openStep();
    await says(/se repete: Bruno, Carla, Heitor/);
    await finish();
    await says(/Participação declarada: 92% \(8% não atribuídos\)/, dialog);
    await says(/sem participação declarada/, dialog);
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => query()).toBe(`?id=${row.id}&step=holders`);
    await nameHolder(ACME, '11222333000181');
    await share.fill('7');
    await add();
    await says('Total: 99%');
    await finish();
    await says(/^Falta 1%: .*99% \(1% não atribuído\)/, dialog);
    await expect.element(dialog.getByText(/sem participação/)).not.toBeInTheDocument();
    await press('Concluir assim mesmo', dialog);
    await isDone();
    // Opening the last view directly shows the same question.
    openMocked(at('complete'), db);
    await says(/^Falta 1%/, main);
    await page.getByRole('link', { name: 'Rever titulares' }).click();
    await says('Total: 99%');
  });

  it('[wizard-holders-optional] needs no confirmation with an empty or a complete list', async () => {
    isHeldBy(ACME);
    openStep();
    await finish();
    await isDone();
    list('Bruno', 60);
    list('acme  tecnologia LTDA', 40);
    openStep();
    await finish();
    await isDone();
  });

  it('[wizard-holders-repeated] points out a repeated CPF without refusing it', async () => {
    list('Bruno', 40);
    openStep();
    await nameHolder('Carla', '12abc34501de35');
    await expect.poll(() => described(taxId)).toContain('este CPF/CNPJ já é o de Bruno');
    await share.fill('60');
    await add();
    await says(/O CPF\/CNPJ .* se repete: Bruno, Carla\./);
    await says('Total: 100%');
  });

  it('[wizard-holders-kept] keeps the draft over a 503, a network error and a reload', async () => {
    openStep();
    await nameHolder('Carla Dias', '12abc34501de35');
    await share.fill('33');
    const typed = ['Carla Dias', CNPJ, '33'];
    for (const fail of [() => refuse('addHolder', 'unavailable'), () => cut('addHolder')]) {
      fail();
      await add();
      await says('Erro ao adicionar titular', toast);
      await expect.poll(() => values()).toEqual(typed);
      openStep();
      await expect.element(name).toHaveValue('Carla Dias');
      await expect.poll(() => values()).toEqual(typed);
    }
    leaveToMock('addHolder');
    await add();
    await says('Total: 33%');
  });
});

describe('the end of the wizard', () => {
  it('[wizard-complete] finishes without holders, shows one review and one price, and takes the payment', async () => {
    openStep();
    await expect.element(page.getByRole('button', { name: 'Concluir Registro' })).toBeVisible();
    expect(main.element().textContent).not.toContain('R$');
    await finish();
    await isDone();
    for (const text of [
      row.title,
      row.description,
      row.applicantEmail,
      'Global',
      /código-fonte\.zip/,
      'Nenhum informado (opcional)',
    ])
      await says(text, summary);
    await summary.getByRole('link', { name: 'Alterar Informações' }).click();
    await page.getByLabelText('Título do software').fill('Título conferido');
    await press('Próximo');
    await says('Dados atualizados', toast);
    expect(callsOf('updateRegistration')).toHaveLength(1);
    await press('Próximo');
    await finish();
    await says('Título conferido', summary);
    await summary.getByRole('link', { name: 'Alterar Arquivo' }).click();
    await expect.element(page.getByRole('heading', { level: 2, name: 'Upload do arquivo' })).toBeVisible();
    window.history.back();
    await summary.getByRole('link', { name: 'Alterar Titulares de direitos' }).click();
    // A typed holder that was not added blocks the conclusion.
    await name.fill('Esquecido');
    await finish();
    await says(/titular preenchido que não foi adicionado/, page.getByRole('alert'));
    await press('Limpar campos');
    await finish();
    await isDone();
    await says(/^Seu registro está salvo; a análise começa depois do pagamento\./);
    await says('Registro concluído', toast);
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
