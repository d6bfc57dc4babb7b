import { expect, it } from 'vitest';
import { answersDashboard } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, region } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

it('shows a change that happened after the page’s requests and before its event stream opened', async () => {
  const user = aUser({ credits: 0 });
  const registration = aPayableRegistration({ userId: user.id });
  const expectStatus = (text: string) =>
    expect.element(article(registration.title).getByText(text, { exact: true })).toBeVisible();
  const expectBalance = (text: string) =>
    expect.element(region('Saldo de créditos').getByText(text, { exact: true })).toBeVisible();
  answersDashboard(registration);
  open('/dashboard', user);
  await expectStatus('Submetido');
  await expectBalance('0,00 créditos');
  answersDashboard({ ...registration, status: 'paid', canPay: false });
  answer('getCurrentUser', { ...user, credits: 15_000 });
  // The stream opens only now, shortly after an event.
  tell('ping', { userId: user.id, quietMs: 0 });
  await expectStatus('Pago');
  await expectBalance('150,00 créditos');
});
