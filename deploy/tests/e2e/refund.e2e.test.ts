import { eventually } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import type { User } from './support/client.ts';
import {
  detailsStep,
  FEE,
  payByCardStep,
  signUpStep,
  staffSteps,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';

type Payment = { id: string; registrationId: string | null; status: string };

/** Needs the whole stack: a refund passes the card provider and its webhook, and flags the certificate. */
it('refunds a payment at the provider and lists its certificate for an admin decision', async () => {
  const state = await startJourney(stackUrl());
  for (const step of [signUpStep(), detailsStep(), uploadStep, payByCardStep, ...staffSteps])
    await step.run(state);
  const { client, id } = state;
  const { admin } = state.staff;
  const number = await eventually('the certificate has a number', async () => {
    const evidence = await client.ok<{ number: string | null }>(`/api/registrations/${id}/evidence`);
    return evidence.number ?? undefined;
  });
  const { email } = await client.ok<User>('/api/auth/user');
  const payment = async (): Promise<Payment> => {
    const list = `/api/admin/payments?search=${encodeURIComponent(email)}`;
    const { items } = await admin.ok<{ items: Payment[] }>(list);
    const found = items.find(({ registrationId }) => registrationId === id);
    if (!found) throw new Error('the payment is not listed');
    return found;
  };
  await expect.poll(payment).toMatchObject({ status: 'settled' });
  const path = `/api/admin/payments/${(await payment()).id}`;
  expect(await admin.post(`${path}/refund`, { reason: 'requested' })).toMatchObject({
    state: 'sent',
    amount: FEE,
  });
  await expect.poll(payment).toMatchObject({ flag: 'refunded', refundedAmount: FEE });
  expect(await admin.ok(path)).toMatchObject({ refundable: 0, refund: { reason: 'requested' } });
  const trail = await admin.ok<{ items: { detail: { reason?: string } }[] }>(
    '/api/admin/audit?action=payment-refunded&limit=100',
  );
  expect(trail.items.map(({ detail }) => detail.reason)).toContain('requested');

  const doubtful = async () => {
    const { items } = await admin.ok<{ items: { number: string }[] }>('/api/admin/certificates/doubtful');
    return items.map((one) => one.number);
  };
  await expect.poll(doubtful).toContain(number);
  // Until an admin decides, the public API still reports the certificate as valid.
  expect(await client.ok(`/api/public/certificates/${number}`)).toMatchObject({ status: 'valid' });
  await admin.post(`/api/admin/certificates/${number}/keep`, { reason: 'Reembolso por cortesia' });
  expect(await doubtful()).not.toContain(number);
});
