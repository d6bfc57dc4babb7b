// This test needs registration, identity's mail and the browsers of client and operator.
import { afterEach, expect, it } from 'vitest';
import { launchForTests, newContextPage } from './support/browser.ts';
import { card, createDraft, openDashboard, signUpAndOpen } from './support/dashboard.ts';
import { listMailsTo } from './support/mailbox.ts';
import { setSessionCookie } from './support/payment-screens.ts';
import { queueWorld } from './support/queue-world.ts';
import { stackUrl } from './support/shared-stack.ts';

const SOON = { timeout: 20_000 };
const QUESTION = 'Pode enviar o contrato?\nFalta a página 2.';

const browser = await launchForTests();
const world = await queueWorld(stackUrl());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

it('[messages-journey] notifies the client of a staff message and staff of the client’s answer', async () => {
  let id = '';
  const title = `${world.mark} Contrato`;
  const { page: client, user } = await signUpAndOpen(browser, stackUrl(), async (api) => {
    id = await createDraft(api, { title });
  });
  await openDashboard(client);
  await card(client, title).waitFor();
  const { page: staff } = await newContextPage(browser, stackUrl());
  await setSessionCookie(staff, world.operator);

  await staff.goto(`/operator/registrations/${id}`);
  const reply = staff.getByLabel('Mensagem ao cliente');
  await reply.waitFor();
  await staff.keyboard.press('e');
  await reply.and(staff.locator(':focus')).waitFor();
  await staff.keyboard.insertText(QUESTION);
  await staff.keyboard.press('Control+Enter');
  await staff.getByRole('log').getByText('Falta a página 2.').waitFor();
  expect(await reply.inputValue()).toBe('');

  // The open page shows the message; one mail links to it without its text.
  await card(client, title).getByText('1 mensagem nova').waitFor();
  await world.operator.post(`/api/registrations/${id}/messages`, { text: 'Até sexta, por favor.' });
  await card(client, title).getByText('2 mensagens novas').waitFor();
  const notificationMails = async () =>
    (await listMailsTo(stackUrl(), user.email)).filter(({ subject }) => subject.startsWith('Nova mensagem'));
  await expect.poll(async () => (await notificationMails()).length, SOON).toBe(1);
  const [mail] = await notificationMails();
  expect(mail?.text).not.toContain('contrato');
  const link = /^Ler a mensagem: (\S+)$/m.exec(mail?.text ?? '')?.[1] ?? 'no link';

  // The link opens the reply field and marks the messages as read.
  await client.goto(link);
  const record = client.getByRole('main');
  const field = record.getByLabel('Mensagem à equipe');
  await field.and(client.locator(':focus')).waitFor();
  await record.getByRole('log').getByText('Até sexta, por favor.').waitFor();
  expect(await record.getByText('Otávia').count()).toBe(0);
  const tab = await client.context().newPage();
  await tab.goto('/dashboard');
  await card(tab, title).waitFor();
  await card(tab, title).getByText('2 mensagens novas').waitFor({ state: 'detached' });
  await tab.close();

  await staff.goto(`/operator?tab=all&search=${encodeURIComponent(title)}`);
  const row = staff.getByRole('row').filter({ hasText: title });
  await row.waitFor();
  expect(await row.getByText('Mensagem do cliente').count()).toBe(0);
  await field.fill('Segue hoje.');
  await field.press('Control+Enter');
  await record.getByRole('log').getByText('Segue hoje.').waitFor();
  await row.getByText('Mensagem do cliente').waitFor();

  // Viewing clears the mark for all staff; a client's answer sends no mail.
  await row.click();
  const panel = staff.getByRole('complementary');
  await panel.getByLabel('Mensagem ao cliente').scrollIntoViewIfNeeded();
  await panel.getByRole('log').getByText('Segue hoje.').waitFor();
  await row.getByText('Mensagem do cliente').waitFor({ state: 'detached' });
  expect((await notificationMails()).length).toBe(1);
});
