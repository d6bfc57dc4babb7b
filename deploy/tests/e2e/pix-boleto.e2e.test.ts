import { expect, it } from 'vitest';
import { launchForTests } from './support/browser.ts';
import { card, createWithFile, openDashboard, signUpAndOpen } from './support/dashboard.ts';
import { details, receiptText } from './support/journey.ts';
import { dialog, press, sendCard } from './support/payment-screens.ts';
import { stackUrl } from './support/shared-stack.ts';
import { openIntent, settleCode } from './support/vouchers.ts';

const browser = await launchForTests();

/** These tests need the whole stack: the provider's webhook reaches an open browser as an event. */

async function atPayment() {
  let id = '';
  const { page, api } = await signUpAndOpen(browser, stackUrl(), async (client) => {
    ({ id } = await createWithFile(client));
  });
  await openDashboard(page, `?pay=${id}`);
  await dialog(page).getByLabel('Número do cartão').waitFor();
  return { page, api, id };
}

it('shows a Pix payment in the open window, and names payer and method on the receipt', async () => {
  const { page, api, id } = await atPayment();
  const window = dialog(page);
  await window.getByText('Pix', { exact: true }).click();
  await window.getByLabel('Nome ou razão social').fill('Silva Software Ltda');
  await press(window, 'Gerar código Pix');
  await window.getByRole('img', { name: 'QR code do Pix' }).waitFor();
  const intent = await openIntent(api, id);
  await window.getByText(intent?.voucher?.code ?? '?', { exact: true }).waitFor();
  await openDashboard(page, `?pay=${id}`);
  await dialog(page)
    .getByText(intent?.voucher?.code ?? '?', { exact: true })
    .waitFor();
  await settleCode(api, intent?.paymentIntentId ?? '', 'pay');
  await dialog(page).getByText('Pagamento Aprovado!', { exact: true }).waitFor();
  await press(dialog(page), 'Continuar');
  await card(page, details.title).getByText('Pago', { exact: true }).waitFor();
  const receipt = await receiptText({ client: api }, id);
  expect(receipt).toContain('Silva Software Ltda');
  expect(receipt).toMatch(/Forma de pagamento Pix/);
  await page.context().close();
});

it('offers a new boleto after the old one expired, and accepts a card instead', async () => {
  const { page, api, id } = await atPayment();
  const window = dialog(page);
  await window.getByText('Boleto', { exact: true }).click();
  for (const [label, value] of [
    ['CEP', '01310-000'],
    ['Endereço (rua, avenida)', 'Av. Paulista'],
    ['Número', '1234'],
    ['Bairro', 'Bela Vista'],
    ['Cidade', 'São Paulo'],
    ['UF', 'SP'],
  ] as const) {
    await window.getByLabel(label, { exact: true }).fill(value);
  }
  await press(window, 'Gerar boleto');
  await window.getByText('Pague o boleto', { exact: true }).waitFor();
  const pdf = await window.getByRole('link', { name: 'Abrir o boleto (PDF)' }).getAttribute('href');
  expect((await fetch(pdf ?? '')).headers.get('content-type')).toContain('application/pdf');
  await settleCode(api, (await openIntent(api, id))?.paymentIntentId ?? '', 'expire');
  await press(window, 'Já paguei');
  await window.getByText('O boleto venceu', { exact: true }).waitFor();
  await press(window, 'Gerar outro');
  await window.getByRole('button', { name: 'Gerar boleto' }).waitFor();
  await window.getByText('Cartão', { exact: true }).click();
  await window.getByLabel('Número do cartão').waitFor();
  await sendCard(page, '4242424242424242');
  await dialog(page).getByText('Pagamento Aprovado!', { exact: true }).waitFor();
  expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ status: 'paid', canPay: false });
  await page.context().close();
});
