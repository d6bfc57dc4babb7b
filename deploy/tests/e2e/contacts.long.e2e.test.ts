// This test needs gateway, identity and its mail.
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { launchForTests, newContextPage } from './support/browser.ts';
import { listMailsTo } from './support/mailbox.ts';
import { setSessionCookie } from './support/payment-screens.ts';
import { queueWorld } from './support/queue-world.ts';
import { stackUrl } from './support/shared-stack.ts';

const SOON = { timeout: 20_000 };

const browser = await launchForTests();
const world = await queueWorld(stackUrl());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

it('[contacts-journey] mails the operator’s answer to a visitor’s question', async () => {
  const mark = randomBytes(4).toString('hex');
  const email = `rui.${mark}@example.com`;
  const { page: visitor } = await newContextPage(browser, stackUrl());
  await visitor.goto('/auth');
  await visitor.getByRole('main').getByRole('link', { name: 'Fale conosco' }).click();
  await visitor.waitForURL('**/help#contato');
  const form = visitor.getByRole('region', { name: 'Fale conosco' });
  await form.getByLabel('Nome').fill(`Rui ${mark}`);
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Assunto').fill('Não consigo entrar');
  await form.getByLabel('Mensagem').fill('Perdi o celular.\nE agora?');
  await form.getByRole('button', { name: 'Enviar mensagem' }).click();
  await visitor.getByText('Nossa equipe entrará em contato em breve!').waitFor();
  const number = await form.getByText(/^AT-\d{4}-\d{6}$/).innerText();

  const mails = async (subject: string) =>
    (await listMailsTo(stackUrl(), email)).filter((mail) => mail.subject === subject);
  await expect
    .poll(async () => (await mails(`Recebemos um pedido de atendimento: ${number}`)).length, SOON)
    .toBe(1);
  expect((await listMailsTo(stackUrl(), email))[0]?.text).not.toMatch(/celular|entrar|Rui/);

  const { page: staff } = await newContextPage(browser, stackUrl());
  await setSessionCookie(staff, world.operator);
  await staff.goto('/operator');
  await staff
    .getByRole('navigation', { name: 'Equipe' })
    .getByRole('link', { name: /^Atendimentos/ })
    .click();
  await staff.getByLabel('Buscar atendimentos').fill(mark);
  await staff.getByRole('row').filter({ hasText: number }).getByRole('link').click();
  await staff.getByText('E agora?').waitFor();
  await staff.getByRole('textbox', { name: 'Resposta' }).fill('Use um código de recuperação.');
  await staff.getByRole('button', { name: 'Responder e encerrar' }).click();
  await staff.getByText('Resposta enviada').waitFor();
  await staff.getByText(/^Encerrado por/).waitFor();
  await expect.poll(async () => (await mails(`Resposta ao atendimento ${number}`)).length, SOON).toBe(1);
  const [answer] = await mails(`Resposta ao atendimento ${number}`);
  expect(answer?.text).toContain('Use um código de recuperação.');
});
