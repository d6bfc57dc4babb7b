import { notFoundError } from './errors.ts';
import { eventView } from './event-record.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  retrievePaymentIntent,
} from './intents.ts';
import { listEvents, listOf, listPaymentIntents } from './lists.ts';
import { createRefund } from './refunds.ts';
import type { Call, Simulation } from './simulation.ts';

export interface ApiRoute {
  method: 'GET' | 'POST';
  url: string;
  /** True if a publishable key may call it. */
  browser: boolean;
  run: (sim: Simulation, call: Call) => object;
}

const INTENT = '/v1/payment_intents/:id';

export const API_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', url: '/v1/payment_intents', browser: false, run: createPaymentIntent },
  { method: 'GET', url: '/v1/payment_intents', browser: false, run: listPaymentIntents },
  { method: 'GET', url: INTENT, browser: true, run: retrievePaymentIntent },
  { method: 'POST', url: `${INTENT}/confirm`, browser: true, run: confirmPaymentIntent },
  { method: 'POST', url: `${INTENT}/cancel`, browser: false, run: cancelPaymentIntent },
  { method: 'POST', url: '/v1/refunds', browser: false, run: createRefund },
  { method: 'GET', url: '/v1/refunds', browser: false, run: listOf('refund') },
  { method: 'GET', url: '/v1/refunds/:id', browser: false, run: byId('refund') },
  { method: 'GET', url: '/v1/charges', browser: false, run: listOf('charge') },
  { method: 'GET', url: '/v1/charges/:id', browser: false, run: byId('charge') },
  { method: 'GET', url: '/v1/disputes', browser: false, run: listOf('dispute') },
  { method: 'GET', url: '/v1/disputes/:id', browser: false, run: byId('dispute') },
  { method: 'GET', url: '/v1/events', browser: false, run: listEvents },
  { method: 'GET', url: '/v1/events/:id', browser: false, run: retrieveEvent },
];

function byId(kind: 'charge' | 'dispute' | 'refund'): ApiRoute['run'] {
  return (sim, call) => {
    const found = sim.state.get(kind, call.id);
    if (found === undefined) throw notFoundError(kind, call.id, 'id');
    return found;
  };
}

function retrieveEvent(sim: Simulation, call: Call): object {
  const event = sim.state.get('event', call.id);
  if (event === undefined) throw notFoundError('event', call.id, 'id');
  return eventView(sim, event);
}
