import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
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

const shareField = page.getByLabelText('Percentual (%)');
const nameField = page.getByLabelText('Nome do titular');
const taxIdField = page.getByLabelText('CPF/CNPJ do titular');
const pressAdd = () => press('Adicionar Titular');
const addHolderCallCount = () => callsOf('addHolder').length;

async function openForm() {
  const user = aUser();
  const registration = aPayableRegistration({ userId: user.id });
  const db = mockApi({ user, registrations: [registration] });
  openMocked(`/register?id=${registration.id}&step=holders`, db);
  await typeHolder('Bruno Araújo', '12abc34501de35');
  return db;
}

async function typeHolder(newName: string, digits: string): Promise<void> {
  await nameField.fill(newName);
  await taxIdField.clear();
  await taxIdField.click();
  await keys(digits);
}

it.each(REFUSED_SHARES)(
  '[wizard-shares] refuses the share %j with a specific message and keeps the typed text',
  async (typedText, expectedMessage) => {
    await openForm();
    await shareField.clear();
    await shareField.click();
    if (typedText !== '') await userEvent.type(shareField, typedText);
    await pressAdd();
    await expect.poll(() => descriptionOf(shareField)).toContain(expectedMessage);
    await expect.element(shareField).toHaveValue(typedText);
    await expect.element(shareField).toHaveFocus();
    expect(addHolderCallCount()).toBe(0);
  },
);

it('[wizard-shares-keys] does not change a share by mouse wheel or arrow keys', async () => {
  const db = await openForm();
  await shareField.fill('40');
  await shareField.click();
  await keys('{ArrowUp}{ArrowUp}{ArrowDown}{PageUp}');
  shareField
    .element()
    .dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true }));
  await expect.element(shareField).toHaveValue('40');
  await keys('{Enter}');
  await expect.element(page.getByText('Total: 40%', { exact: true })).toBeVisible();
  await expect.poll(() => db.holders).toMatchObject([{ ownershipPercentage: 40 }]);
});

it('[wizard-shares-zero] accepts the shares 0 and 100', async () => {
  const db = await openForm();
  await shareField.fill('0');
  await pressAdd();
  await expect.element(page.getByRole('button', { name: 'Remover Bruno Araújo' })).toBeVisible();
  await typeHolder('Carla Dias', '11144477735');
  await press('Usar o restante (100%)');
  await expect.element(shareField).toHaveValue('100');
  await pressAdd();
  await expect.element(page.getByText('Os percentuais somam exatamente 100%.')).toBeVisible();
  await expect
    .poll(() => db.holders)
    .toMatchObject([{ ownershipPercentage: 0 }, { ownershipPercentage: 100 }]);
});
