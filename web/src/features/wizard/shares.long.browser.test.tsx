import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { descriptionOf, keys, press } from '../../testing/screen.ts';
import { callsOf, mockApi } from '../../testing/server.ts';

const NO_DECIMALS = 'Use um número inteiro, sem casas decimais; por exemplo: 33, 33 e 34.';
const WHOLE_NUMBERS_ONLY = 'Percentual deve ser um número inteiro de 0 a 100.';
const REFUSED_SHARES = [
  ['2,5', NO_DECIMALS],
  ['33,33', NO_DECIMALS],
  ['33.33', NO_DECIMALS],
  ['-5', 'Percentual mínimo é 0'],
  ['101', 'Percentual máximo é 100'],
  ['', 'Informe o percentual.'],
  ['abc', WHOLE_NUMBERS_ONLY],
  ['1e2', WHOLE_NUMBERS_ONLY],
  ['１００', WHOLE_NUMBERS_ONLY],
  ['0x10', WHOLE_NUMBERS_ONLY],
  ['1 0', WHOLE_NUMBERS_ONLY],
  [' 5 ', WHOLE_NUMBERS_ONLY],
] as const;

const share = page.getByLabelText('Percentual (%)');
const name = page.getByLabelText('Nome do titular');
const taxId = page.getByLabelText('CPF/CNPJ do titular');
const add = () => press('Adicionar Titular');
const addHolderCalls = () => callsOf('addHolder').length;

async function openForm() {
  const user = aUser();
  const row = aPayable({ userId: user.id });
  const db = mockApi({ user, registrations: [row] });
  openMocked(`/register?id=${row.id}&step=holders`, db);
  await nameHolder('Bruno Araújo', '12abc34501de35');
  return db;
}

async function nameHolder(who: string, id: string): Promise<void> {
  await name.fill(who);
  await taxId.clear();
  await taxId.click();
  await keys(id);
}

it.each(REFUSED_SHARES)(
  '[wizard-shares] refuses the share %j with a specific message and keeps the typed text',
  async (typed, sentence) => {
    await openForm();
    await share.clear();
    await share.click();
    if (typed !== '') await userEvent.type(share, typed);
    await add();
    await expect.poll(() => descriptionOf(share)).toContain(sentence);
    await expect.element(share).toHaveValue(typed);
    await expect.element(share).toHaveFocus();
    expect(addHolderCalls()).toBe(0);
  },
);

it('[wizard-shares-keys] does not change a share by mouse wheel or arrow keys', async () => {
  const db = await openForm();
  await share.fill('40');
  await share.click();
  await keys('{ArrowUp}{ArrowUp}{ArrowDown}{PageUp}');
  share.element().dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true }));
  await expect.element(share).toHaveValue('40');
  await keys('{Enter}');
  await expect.element(page.getByText('Total: 40%', { exact: true })).toBeVisible();
  await expect.poll(() => db.holders).toMatchObject([{ ownershipPercentage: 40 }]);
});

it('[wizard-shares-zero] accepts the shares 0 and 100', async () => {
  const db = await openForm();
  await share.fill('0');
  await add();
  await expect.element(page.getByRole('button', { name: 'Remover Bruno Araújo' })).toBeVisible();
  await nameHolder('Carla Dias', '11144477735');
  await press('Usar o restante (100%)');
  await expect.element(share).toHaveValue('100');
  await add();
  await expect.element(page.getByText('Os percentuais somam exatamente 100%.')).toBeVisible();
  await expect
    .poll(() => db.holders)
    .toMatchObject([{ ownershipPercentage: 0 }, { ownershipPercentage: 100 }]);
});
