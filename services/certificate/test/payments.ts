import { newId } from '@g2/kit/ids';
import { facts } from '@g2/proto/facts';
import { expect } from 'vitest';
import type { World } from './world.ts';

/** Pays a registration as payment-credit does. */
export async function pay({ registrations, testEnv, owner }: World, id: string): Promise<string> {
  const paymentId = newId();
  const request = {
    paymentId,
    registrationId: id,
    userId: owner.id,
    method: 'card',
    amountCents: 349_900,
  };
  const token = await testEnv.serviceToken('payment-credit');
  const response = await registrations.takePayment({ ...request, capturedAt: new Date() }, { token });
  expect(response.taken).toBe(true);
  return paymentId;
}

/** Publishes a refund or dispute flag of a payment; without `flag`, the flag is cleared. */
export async function publishPaymentFlag(
  { testEnv }: World,
  paymentId: string,
  registrationId: string,
  version: number,
  flag?: string,
): Promise<void> {
  const bus = await testEnv.bus();
  await bus.publish({
    id: newId(),
    type: facts.paymentFlagChanged.type,
    aggregate_id: paymentId,
    version,
    data: { paymentId, registrationId, flag },
    traceparent: null,
    created_at: new Date(),
  });
}
