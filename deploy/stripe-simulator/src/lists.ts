import type Stripe from 'stripe';
import { invalidRequestError, notFoundError } from './errors.ts';
import { type EventRecord, eventView } from './event-record.ts';
import {
  optionalBoolean,
  optionalHash,
  optionalInteger,
  optionalText,
  type Params,
  refuseUnknown,
  textList,
} from './form.ts';
import type { Call, Simulation } from './simulation.ts';

const PAGE_PARAMS = ['limit', 'starting_after', 'ending_before', 'created', 'expand'];
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

interface Listed {
  id: string;
  created: number;
}

type Page<T> = Pick<Stripe.ApiList<T>, 'object' | 'data' | 'has_more' | 'url'>;

/** One page, newest first; `starting_after` continues with older items. @param oldestFirst records by creation */
function page<T extends Listed>(
  oldestFirst: T[],
  call: Call,
  url: string,
  matches: (item: T) => boolean,
): Page<T> {
  const { params } = call;
  const limit = optionalInteger(params, 'limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw invalidRequestError('Limit must be between 1 and 100', {
      param: 'limit',
      code: 'parameter_invalid_integer',
    });
  }
  const since = createdSince(params);
  const after = cursor(oldestFirst, params, 'starting_after');
  const before = cursor(oldestFirst, params, 'ending_before');
  const items = oldestFirst
    .slice(before === null ? 0 : before + 1, after ?? oldestFirst.length)
    .filter((item) => item.created >= since && matches(item))
    .reverse();
  // The page must be next to its cursor: the newest items, or the oldest ones for `ending_before`.
  const data = before === null ? items.slice(0, limit) : items.slice(-limit);
  return { object: 'list', data, has_more: items.length > data.length, url };
}

export function listPaymentIntents(sim: Simulation, call: Call) {
  refuseUnknown(call.params, PAGE_PARAMS);
  return page(sim.state.all('intent'), call, '/v1/payment_intents', () => true);
}

/** Creates a handler that lists the records of one payment, or of all payments. */
export const listOf = (kind: 'charge' | 'refund' | 'dispute') => (sim: Simulation, call: Call) => {
  refuseUnknown(call.params, [...PAGE_PARAMS, 'payment_intent']);
  const intentId = optionalText(call.params, 'payment_intent');
  const matches = (item: { payment_intent: string }) => intentId === null || item.payment_intent === intentId;
  return page(sim.state.all(kind), call, `/v1/${kind}s`, matches);
};

export function listEvents(sim: Simulation, call: Call): Page<EventRecord> {
  const { params } = call;
  refuseUnknown(params, [...PAGE_PARAMS, 'type', 'types', 'delivery_success']);
  const type = optionalText(params, 'type');
  const types = type === null ? textList(params, 'types') : [type];
  const delivered = optionalBoolean(params, 'delivery_success');
  const matches = (event: EventRecord) =>
    (types.length === 0 || types.includes(event.type)) &&
    (delivered === null || (sim.state.get('delivery', event.id)?.state === 'delivered') === delivered);
  const found = page(sim.state.all('event'), call, '/v1/events', matches);
  return { ...found, data: found.data.map((event) => eventView(sim, event)) };
}

function cursor(items: Listed[], params: Params, name: string): number | null {
  const id = optionalText(params, name);
  if (id === null) return null;
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw notFoundError('object', id, name);
  return index;
}

/** Start of the time range `created[gte]`, seconds. The simulator supports no other bound. */
function createdSince(params: Params): number {
  const range = optionalHash(params, 'created') ?? {};
  refuseUnknown(range, ['gte']);
  return optionalInteger(range, 'gte') ?? 0;
}
