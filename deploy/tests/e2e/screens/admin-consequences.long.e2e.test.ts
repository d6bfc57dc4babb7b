import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt, eventually } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { dialog, press, sendBack, toast } from '../support/payment-screens.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
let page: Page;
let api: Client;
let world: QueueWorld;

beforeAll(async () => {
  browser = await launch();
  [world, { page, api }] = await Promise.all([
    queueWorld(stackUrl()),
    adminAt(browser, stackUrl(), '/admin'),
  ]);
});
afterAll(() => browser?.close());

const choice = (name: string): Locator => dialog(page).getByRole('radio', { name, exact: true });
const statusOf = async (id: string): Promise<string> =>
  (await api.ok<{ status: string }>(`/api/operator/registrations/${id}`)).status;

async function openStatus(name: string): Promise<void> {
  await page.goto(`/admin?tab=registrations&search=${encodeURIComponent(`${world.mark} ${name}`)}`);
  await page.getByRole('button', { name: `Atualizar Status: ${world.mark} ${name}`, exact: true }).click();
  await choice('Pago').waitFor();
}

async function openBulk(name: string, count: number): Promise<void> {
  await page.goto(`/admin?tab=status&sort=title&search=${encodeURIComponent(`${world.mark} ${name}`)}`);
  await eventually(() => page.getByRole('table', { name: 'Registros' }).locator('tbody tr').count()).toBe(
    count,
  );
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página', exact: true }).check();
  await page.getByRole('button', { name: 'Atualizar em lote', exact: true }).click();
  await choice('Pago').waitFor();
}

const whole = async (place: Locator): Promise<boolean> => {
  const box = await place.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 900;
};

describe('a status that is set by hand', () => {
  it('names the payment it records, and asks once more when no reason is given', async () => {
    const id = await world.add('Por fora', 'submitted');
    await openStatus('Por fora');
    await dialog(page).getByText('Registra um pagamento manual de R$ 3.499,00.').waitFor();
    await choice('Pago').check();
    await press(dialog(page), 'Atualizar status');
    await dialog(page).getByRole('alert').getByText('Pagamento manual sem motivo').waitFor();
    const reason = dialog(page).getByLabel('Motivo (opcional)');
    expect(await reason.evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await statusOf(id)).toBe('submitted');
    await reason.fill('Transferência 4711');
    await dialog(page).getByRole('alert').waitFor({ state: 'detached' });
    await press(dialog(page), 'Atualizar status');
    await toast(page).getByText('Status atualizado', { exact: true }).waitFor();
    expect(await statusOf(id)).toBe('paid');
    const other = await world.add('Sem motivo', 'submitted');
    await openStatus('Sem motivo');
    await choice('Pago').check();
    await press(dialog(page), 'Atualizar status');
    await press(dialog(page), 'Registrar sem motivo');
    await toast(page).getByText('Status atualizado', { exact: true }).waitFor();
    expect(await statusOf(other)).toBe('paid');
  });

  it('tells a resubmission from a payment, and what has no way back', async () => {
    const id = await world.add('Devolvido', 'paid');
    await sendBack(world.ownerOf(id), id);
    await openStatus('Devolvido');
    await dialog(page).getByText('Reenvia sem nova cobrança.').waitFor();
    expect(await dialog(page).getByText('pagamento manual').count()).toBe(0);
    await choice('Pago').check();
    await press(dialog(page), 'Atualizar status'); // no reason is asked for
    await toast(page).getByText('Status atualizado', { exact: true }).waitFor();
    expect(await statusOf(id)).toBe('paid');
    await world.add('Pronto', 'completed');
    await openStatus('Pronto');
    await dialog(page)
      .getByText('Emite o certificado e avisa o cliente por e-mail; não tem volta.')
      .waitFor();
  });
});

describe('many at once', () => {
  it('say the sum they record, with the buttons in sight at every length', async () => {
    const ids = [];
    for (let n = 1; n <= 6; n += 1) ids.push(await world.add(`Soma ${n}`, 'submitted'));
    await openBulk('Soma', 6);
    const submit = (name: string) => dialog(page).getByRole('button', { name, exact: true });
    await submit('Atualizar selecionados').waitFor();
    expect(
      await dialog(page)
        .getByRole('button', { name: /6 registros/ })
        .count(),
    ).toBe(0);
    await eventually(() => whole(submit('Atualizar selecionados'))).toBe(true);
    await choice('Pago').check();
    await dialog(page).getByText('Registra 6 pagamentos manuais: 6 × R$ 3.499,00 = R$ 20.994,00.').waitFor();
    await eventually(() => whole(submit('Atualizar 6 registros'))).toBe(true);
    await submit('Atualizar 6 registros').click();
    await dialog(page).getByRole('alert').getByText('Pagamento manual sem motivo').waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'submitted'));
    await dialog(page).getByLabel('Motivo (opcional)').fill('Convênio');
    await submit('Atualizar 6 registros').click();
    await toast(page).getByText('Status atualizados').waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'paid'));
  });
});
