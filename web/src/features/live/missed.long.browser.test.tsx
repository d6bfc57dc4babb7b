import { expect, it } from 'vitest';
import { answersDashboard } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, region } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

it('does not miss an event between the first request and the opening of the stream', async () => {
  const user = aUser({ credits: 0 });
  const row = aPayable({ userId: user.id });
  const expectStatus = (text: string) =>
    expect.element(article(row.title).getByText(text, { exact: true })).toBeVisible();
  const expectBalance = (text: string) =>
    expect.element(region('Saldo de créditos').getByText(text, { exact: true })).toBeVisible();
  answersDashboard(row);
  open('/dashboard', user);
  await expectStatus('Submetido');
  await expectBalance('0,00 créditos');
  answersDashboard({ ...row, status: 'paid', canPay: false });
  answer('getCurrentUser', { ...user, credits: 15_000 });
  // The stream opens only now, shortly after an event.
  tell('ping', { userId: user.id, quietMs: 0 });
  await expectStatus('Pago');
  await expectBalance('150,00 créditos');
});
