import { expect, it } from 'vitest';
import { launchForTests } from '../support/browser.ts';
import { advanceStatus } from '../support/dashboard.ts';
import { makeSourceZip } from '../support/files.ts';
import { details } from '../support/journey.ts';
import { paymentRegion, sendCard } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, chooseFile, currentPath, fillDetails, HEADINGS } from '../support/wizard.ts';

/** Card for which the issuer requires 3-D Secure in a frame. */
const SECURE_CARD = '4000002760003184';
const BANK = 'iframe[title="Confirmação do banco emissor"]';

const browser = await launchForTests();

it('[wizard-pay] starts a registration, pays it on the wizard’s last screen and follows it on its page', async () => {
  const { page, api } = await applicant(browser, stackUrl());
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  await page.goto('/register?step=basic');
  await fillDetails(page);
  await press('Próximo');
  await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
  const zip = await makeSourceZip();
  await chooseFile(page, zip);
  await page.getByText('Os dois hashes coincidem', { exact: false }).waitFor();
  await press('Próximo');
  await page.getByRole('heading', { level: 2, name: HEADINGS.holders }).waitFor();
  await press('Sou o único titular');
  await page.getByText('Total: 100%', { exact: true }).waitFor();
  // Edits the share in the list: to 80 % and back to 100 %.
  await main.getByRole('button', { name: /^Alterar Ana/ }).click();
  const edited = main.getByRole('form', { name: /^Alterar Ana/ });
  await edited.getByLabel('Percentual (%)').fill('80');
  await edited.getByRole('button', { name: 'Salvar titular' }).click();
  await page.getByText('Total: 80%', { exact: true }).waitFor();
  await main.getByRole('button', { name: /^Alterar Ana/ }).click();
  await edited.getByLabel('Percentual (%)').fill('100');
  await edited.getByRole('button', { name: 'Salvar titular' }).click();
  await page.getByText('Total: 100%', { exact: true }).waitFor();
  await press('Concluir Registro');

  await page.getByRole('heading', { level: 1, name: 'Falta o pagamento' }).waitFor();
  const review = main.getByRole('region', { name: 'Revise o registro' });
  await review.getByRole('heading', { name: details.title, exact: true }).waitFor();
  await review.getByText(zip.name, { exact: false }).first().waitFor();
  const screen = currentPath(page);
  const payment = paymentRegion(page);
  await sendCard(page, '4000000000000002', payment);
  await payment.getByText('Pagamento Rejeitado', { exact: true }).waitFor();
  await press('Tentar Novamente');
  // A reload during 3-D Secure shows the form again, without a charge.
  await sendCard(page, SECURE_CARD, payment);
  await page.locator(BANK).waitFor();
  await page.reload();
  await sendCard(page, SECURE_CARD, payment);
  await page.frameLocator(BANK).getByRole('button', { name: 'Aprovar' }).click();
  await payment.getByText('Pagamento Aprovado!', { exact: true }).waitFor();
  await press('Continuar');
  await page.getByRole('heading', { level: 1, name: 'Pagamento recebido' }).waitFor();
  expect(currentPath(page)).toBe(screen);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Pagamento recebido' }).waitFor();

  await main.getByRole('link', { name: 'Abrir página do registro' }).click();
  await page.getByRole('heading', { level: 1, name: details.title }).waitFor();
  const [one] = (await api.ok<{ items: { id: string; status: string }[] }>('/api/registrations')).items;
  expect([currentPath(page), one?.status]).toEqual([`/registros/${one?.id}`, 'paid']);
  await main.getByText('Um operador vai assumir a análise.', { exact: false }).waitFor();
  await main.getByRole('button', { name: 'Baixar recibo' }).waitFor();
  await main.getByRole('link', { name: 'Prova', exact: true }).click();
  await main.getByText(zip.sha256, { exact: true }).first().waitFor();
  await main.getByRole('link', { name: 'Andamento', exact: true }).click();
  const course = main.getByRole('region', { name: 'Andamento' });
  await course.getByText('Agora', { exact: true }).waitFor();
  const now = course.locator('[aria-current=step]');
  expect(await now.innerText()).toMatch(/^Pago/);
  await advanceStatus(stackUrl(), one?.id ?? '', 'reviewing', 'paid');
  await expect.poll(() => now.innerText()).toMatch(/^Em Análise/);
  await page.context().close();
});
