import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { notify, TOAST_DURATION_MS } from '../ui/toast-store.ts';
import { advanceClock } from './clock.ts';
import { paymentConfig } from './payments.ts';
import { open } from './render.tsx';
import { toast } from './screen.ts';
import { answer, hold } from './server.ts';
import { settled } from './settled.ts';

const FRAMES = 10;
const requestConfig = () => fetch('/api/payment-config');

it('a click waits until every request is answered', async () => {
  open('/help');
  await settled();
  const gate = Promise.withResolvers<void>();
  answer('getPaymentConfig', () => gate.promise.then(() => paymentConfig()));
  let clicks = 0;
  document.addEventListener('click', () => (clicks += 1), { once: true });
  void requestConfig();
  const click = page.getByRole('heading').first().click();
  for (let frame = 0; frame < FRAMES; frame += 1) await new Promise(requestAnimationFrame);
  expect(clicks).toBe(0);
  gate.resolve();
  await click;
  expect(clicks).toBe(1);
});

it('a page counts as settled while the test holds back an answer', async () => {
  open('/help');
  await settled();
  const release = hold('getPaymentConfig');
  answer('getPaymentConfig', paymentConfig());
  const response = requestConfig();
  expect(await settled()).toBe(true);
  release();
  expect((await response).status).toBe(200);
});

it('a toast stays visible until the test advances the clock', async () => {
  open('/help');
  notify.success('Guardado');
  await expect.element(toast.getByText('Guardado')).toBeVisible();
  advanceClock(TOAST_DURATION_MS - 1);
  await settled();
  await expect.element(toast.getByText('Guardado')).toBeVisible();
  advanceClock(1);
  await expect.element(toast.getByText('Guardado')).not.toBeInTheDocument();
});
