// This test needs the whole stack: registration, certificate and payment-credit each search their own data,
// and the gateway merges the results.
import { eventually } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { demoSession, signUp } from './support/client.ts';
import { type Registration, staffSteps, startJourney } from './support/journey.ts';
import { createPayable, payByCard } from './support/payment-screens.ts';
import { stackUrl } from './support/shared-stack.ts';

it('finds a registration by id, hash, certificate number and payment, typed or as a link', async () => {
  const operator = await demoSession(stackUrl(), 'operator');
  const { client } = await signUp(stackUrl());
  const id = await createPayable(client);
  const intent = await payByCard(client, id);
  const journey = { ...(await startJourney(stackUrl())), client, id };
  for (const step of staffSteps) await step.run(journey);
  const { sha256 } = await client.ok<Registration>(`/api/registrations/${id}`);
  const hash = sha256 ?? '';
  const number = await eventually('its certificate has a number', async () => {
    const evidence = await client.ok<{ number: string | null }>(`/api/registrations/${id}/evidence`);
    return evidence.number ?? undefined;
  });
  for (const search of [
    id.toUpperCase(),
    `${stackUrl()}/operator/registrations/${id}?de=fila`,
    hash.toUpperCase().slice(0, 20),
    `${hash.slice(0, 32)} ${hash.slice(32)}`,
    number,
    number.toLowerCase().replaceAll('-', ' '),
    `${stackUrl()}/verificar/${number}`,
    ` ${intent} `,
    `https://dashboard.stripe.com/payments/${intent}`,
  ]) {
    const { items } = await operator.ok<{ items: { id: string }[] }>(
      `/api/operator/registrations?limit=100&search=${encodeURIComponent(search)}`,
    );
    expect([search, items.map((one) => one.id)]).toEqual([search, [id]]);
  }
});
