import type { FastifyInstance } from 'fastify';
import { paymentRoutes } from '../../contract/routes/payments.ts';
import { type Deps, route } from '../route.ts';

/** The card provider may take its time, ms. */
export const PROVIDER_DEADLINE_MS = 35_000;
/** Paid, or payment-in-progress when the registration has not answered within 5 s. */
const CREDIT_PAYMENT_DEADLINE_MS = 15_000;

export function addPayments(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, paymentRoutes.getPaymentConfig, async ({ call }) => payments.getPaymentConfig({}, call));

  route(app, deps, paymentRoutes.createPaymentIntent, async ({ params, call }) =>
    payments.createRegistrationIntent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
  );

  route(app, deps, paymentRoutes.payWithCredits, async ({ params, call }) =>
    payments.payWithCredits(params, { ...call, deadlineMs: CREDIT_PAYMENT_DEADLINE_MS }),
  );

  route(app, deps, paymentRoutes.syncPayment, async ({ params, call }) =>
    payments.syncIntent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
  );
}
