import { beforeAll, describe, expect, it } from 'vitest';
import { demoSession, type User } from './support/client.ts';
import {
  buyCreditsStep,
  detailsStep,
  FEE,
  type JourneyState,
  payByCardStep,
  payWithCreditsStep,
  signUpStep,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

type Intent = { amountCaptured: number; metadata: { registrationId?: string } };

const unavailable = 'Este registro não está disponível para pagamento no momento.';

/** Paid, taken up and sent back: what the owner sees, and what money may do then (contract rules 2 and 3). */
describe.each(['card', 'credits'] as const)(
  'a registration paid by %s and sent back for corrections',
  (method) => {
    let state: JourneyState;

    const captured = async (): Promise<number> => {
      const answer = await fetch(`${stackFacts().stripeSimulatorUrl}/_sim/payment_intents`);
      const { items } = (await answer.json()) as { items: Intent[] };
      const mine = items.filter(({ metadata }) => metadata.registrationId === state.id);
      return mine.reduce((sum, one) => sum + one.amountCaptured, 0);
    };
    const credits = async () => (await state.client.ok<User>('/api/auth/user')).credits;
    const post = (call: string) =>
      state.client.send(`/api/registrations/${state.id}/${call}`, { method: 'POST', body: {} });

    beforeAll(async () => {
      state = await startJourney(stackUrl());
      const pay = method === 'card' ? [payByCardStep] : [buyCreditsStep(), payWithCreditsStep];
      for (const step of [signUpStep(), detailsStep(), uploadStep, ...pay]) await step.run(state);
      const act = (body: Record<string, string>) =>
        state.staff.operator.patch(`/api/registrations/${state.id}/operator-action`, body);
      await act({ action: 'approve', expectedStatus: 'paid' });
      await act({ action: 'request_corrections', reason: 'Falta o LEIAME', expectedStatus: 'reviewing' });
      // A full balance, so that a second charge could succeed if anything let it.
      const admin = await demoSession(stackUrl(), 'admin');
      const { id } = await state.client.ok<User>('/api/auth/user');
      for (let left = FEE; left > 0; left -= 10_000) {
        const delta = Math.min(left, 10_000);
        await admin.post(`/api/admin/users/${id}/credits`, { delta, reason: 'Saldo para o teste' });
      }
    });

    it('offers resubmission with the reason, never a payment', async () => {
      expect(await state.client.ok(`/api/registrations/${state.id}`)).toMatchObject({
        status: 'submitted',
        canPay: false,
        canEdit: true,
        canResubmit: true,
        correctionReason: 'Falta o LEIAME',
      });
    });

    it('takes no second payment, by card or credits', async () => {
      const charged = await captured();
      expect(await post('payment-intent')).toMatchObject({ status: 400, body: { message: unavailable } });
      const again = await post('credit-payment');
      // Asked again after success with credits: the first answer, and nothing moves.
      if (method === 'credits')
        expect(again).toMatchObject({ status: 200, body: { creditsUsed: FEE, balance: 0 } });
      else expect(again).toMatchObject({ status: 400, body: { message: unavailable } });
      expect([await credits(), await captured()]).toEqual([FEE, charged]);
    });

    it('is resubmitted for free', async () => {
      expect(await state.client.post(`/api/registrations/${state.id}/resubmit`)).toMatchObject({
        status: 'paid',
        canResubmit: false,
      });
      expect([await credits(), await captured()]).toEqual([FEE, method === 'card' ? FEE : 0]);
      const { items } = await state.client.ok<{ items: { delta: number }[] }>('/api/credits?limit=100');
      expect(items.filter(({ delta }) => delta < 0)).toHaveLength(method === 'credits' ? 1 : 0);
    });
  },
);
