import type { FastifyInstance } from 'fastify';
import { idParams } from '../../contract/common.ts';
import {
  creditPaymentAnswer,
  paymentConfig,
  paymentIntentAnswer,
  paymentIntentParams,
  paymentSyncAnswer,
} from '../../contract/payments.ts';
import { type Deps, route, signedIn } from '../route.ts';

const tag = 'Pagamentos';
/** The card provider may take its time, ms. */
export const PROVIDER_DEADLINE_MS = 35_000;
/** Paid, or payment-in-progress when the registration has not answered within 5 s. */
const CREDIT_PAYMENT_DEADLINE_MS = 15_000;

export function addPayments(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url: '/api/payment-config',
    tag,
    summary: 'O que o navegador precisa para falar com o provedor de cartões',
    roles: signedIn,
    answer: paymentConfig,
    run: async ({ call }) => payments.getPaymentConfig({}, call),
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/registrations/:id/payment-intent',
    tag,
    summary: 'Começa (ou continua) o pagamento com cartão',
    roles: signedIn,
    params: idParams,
    answer: paymentIntentAnswer,
    limit: 'intents',
    idempotent: true,
    run: async ({ params, call }) =>
      payments.createRegistrationIntent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/registrations/:id/credit-payment',
    tag,
    summary: 'Paga com créditos',
    roles: signedIn,
    params: idParams,
    answer: creditPaymentAnswer,
    idempotent: true,
    run: async ({ params, call }) =>
      payments.payWithCredits(params, { ...call, deadlineMs: CREDIT_PAYMENT_DEADLINE_MS }),
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/payments/:paymentIntentId/sync',
    tag,
    summary: 'Relê o pagamento no provedor e cumpre o que ele diz',
    roles: signedIn,
    params: paymentIntentParams,
    answer: paymentSyncAnswer,
    absent: 'Pagamento não encontrado',
    run: async ({ params, call }) =>
      payments.syncIntent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
  });
}
