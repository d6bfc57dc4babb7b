import { expect, it } from 'vitest';
import { demoSession, type User } from './support/client.ts';
import {
  buyCreditsStep,
  detailsStep,
  FEE,
  payByCardStep,
  payWithCreditsStep,
  signUpStep,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

type Intent = { amountCaptured: number; metadata: { registrationId?: string } };

const notPayable = {
  status: 400,
  body: { message: 'Este registro não está disponível para pagamento no momento.' },
};

async function charged(registrationId: string): Promise<number> {
  const response = await fetch(`${stackFacts().stripeSimulatorUrl}/_sim/payment_intents`);
  const { items } = (await response.json()) as { items: Intent[] };
  return items
    .filter(({ metadata }) => metadata.registrationId === registrationId)
    .reduce((sum, one) => sum + one.amountCaptured, 0);
}

/** Grants credits for a whole fee, so that an erroneous second charge would succeed. */
async function giveCredits(userId: string): Promise<void> {
  const admin = await demoSession(stackUrl(), 'admin');
  for (let left = FEE; left > 0; left -= 10_000) {
    const delta = Math.min(left, 10_000);
    await admin.post(`/api/admin/users/${userId}/credits`, { delta, reason: 'Saldo para o teste' });
  }
}

/** Needs the whole stack: the registration status limits charges in payment-credit and at the provider. */
it.each(['card', 'credits'] as const)(
  'resubmits a registration paid by %s after corrections without a second payment',
  async (method) => {
    const state = await startJourney(stackUrl());
    const pay = method === 'card' ? [payByCardStep] : [buyCreditsStep(), payWithCreditsStep];
    for (const step of [signUpStep(), detailsStep(), uploadStep, ...pay]) await step.run(state);
    const path = `/api/registrations/${state.id}`;
    const { operator } = state.staff;
    await operator.patch(`${path}/operator-action`, { action: 'approve', expectedStatus: 'paid' });
    const sendBack = { action: 'request_corrections', reason: 'Falta o LEIAME', expectedStatus: 'reviewing' };
    await operator.patch(`${path}/operator-action`, sendBack);
    const { client } = state;
    const user = () => client.ok<User>('/api/auth/user');
    await giveCredits((await user()).id);
    expect(await client.ok(path)).toMatchObject({
      status: 'submitted',
      canPay: false,
      canEdit: true,
      canResubmit: true,
      correctionReason: 'Falta o LEIAME',
    });

    const money = async () => [(await user()).credits, await charged(state.id)];
    const paidByCard = method === 'card' ? FEE : 0;
    const post = (call: string) => client.send(`${path}/${call}`, { method: 'POST', body: {} });
    expect(await post('payment-intent')).toMatchObject(notPayable);
    // A repeated credit payment is idempotent: it returns the first response and debits nothing.
    expect(await post('credit-payment')).toMatchObject(
      method === 'card' ? notPayable : { status: 200, body: { creditsUsed: FEE, balance: 0 } },
    );
    expect(await money()).toEqual([FEE, paidByCard]);

    expect(await client.post(`${path}/resubmit`)).toMatchObject({ status: 'paid', canResubmit: false });
    expect(await money()).toEqual([FEE, paidByCard]);
    const { items } = await client.ok<{ items: { delta: number }[] }>('/api/credits?limit=100');
    expect(items.filter(({ delta }) => delta < 0)).toHaveLength(method === 'credits' ? 1 : 0);
  },
);
