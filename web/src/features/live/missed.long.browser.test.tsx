import { expect, it } from 'vitest';
import { answersDashboard } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, region } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

it('an event between the first request and the opening of the stream is not missed', async () => {
  const user = aUser({ credits: 0 });
  const row = aPayable({ userId: user.id });
  const shows = (text: string) =>
    expect.element(article(row.title).getByText(text, { exact: true })).toBeVisible();
  const balance = (text: string) =>
    expect.element(region('Saldo de créditos').getByText(text, { exact: true })).toBeVisible();
  answersDashboard(row);
  open('/dashboard', user);
  await shows('Submetido');
  await balance('0,00 créditos');
  answersDashboard({ ...row, status: 'paid', canPay: false });
  answer('getCurrentUser', { ...user, credits: 15_000 });
  // The stream opens only now, shortly after an event.
  tell('ping', { userId: user.id, quietMs: 0 });
  await shows('Pago');
  await balance('150,00 créditos');
});
