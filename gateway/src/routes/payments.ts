import type { FastifyInstance } from 'fastify';
import { paymentRoutes } from '../../contract/routes/payments.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { paymentMethodOf, presentIntent, presentOpenVoucher } from '../present/payers.ts';
import { type Deps, route } from '../route.ts';

/** Deadline, ms, that includes slow responses of the card provider. */
export const PROVIDER_DEADLINE_MS = 35_000;
/** Deadline, ms. payment-credit responds earlier: payment-in-progress if registration needs more than 5 s. */
const CREDIT_PAYMENT_DEADLINE_MS = 15_000;

export function addPayments(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, paymentRoutes.getPaymentConfig, async ({ call }) => {
    const { methods, ...config } = await payments.getPaymentConfig({}, call);
    return { ...config, methods: methods.length > 0 ? methods : ['card'], instalments: false };
  });

  route(app, deps, paymentRoutes.createPaymentIntent, async ({ params, body, call }) => {
    const request = { ...params, ...paymentMethodOf(body ?? {}) };
    const options = { ...call, deadlineMs: PROVIDER_DEADLINE_MS };
    return presentIntent(await payments.createRegistrationIntent(request, options));
  });

  route(app, deps, paymentRoutes.getOpenPayment, async ({ params: { id }, call }) => {
    const request = { of: { $case: 'registrationId', value: id } } as const;
    const options = { ...call, deadlineMs: PROVIDER_DEADLINE_MS };
    const { intent, payer } = await payments.getOpenPayment(request, options);
    return { intent: intent ? presentIntent(intent) : null, payer: payer ? present(payer) : null };
  });

  route(app, deps, paymentRoutes.listOpenVouchers, async ({ query, call }) => {
    const { items } = await payments.listOwnVouchers({}, { ...call, deadlineMs: PROVIDER_DEADLINE_MS });
    return pageOfWhole(query, items.flatMap(presentOpenVoucher));
  });

  route(app, deps, paymentRoutes.payWithCredits, async ({ params, call }) =>
    payments.payWithCredits(params, { ...call, deadlineMs: CREDIT_PAYMENT_DEADLINE_MS }),
  );

  route(app, deps, paymentRoutes.syncPayment, async ({ params, call }) =>
    payments.syncIntent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
  );
}
