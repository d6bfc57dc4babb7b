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

/** Newest first; `starting_after` pages to older items. @param oldestFirst all records in order of creation */
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
  const inTime = createdFilter(params);
  const after = cursor(oldestFirst, params, 'starting_after');
  const before = cursor(oldestFirst, params, 'ending_before');
  const items = oldestFirst
    .slice(before === null ? 0 : before + 1, after ?? oldestFirst.length)
    .filter((item) => inTime(item.created) && matches(item))
    .reverse();
  // The page adjoins its cursor: the newest items, or for ending_before the oldest.
  const data = before === null ? items.slice(0, limit) : items.slice(-limit);
  return { object: 'list', data, has_more: items.length > data.length, url };
}

export function listPaymentIntents(sim: Simulation, call: Call) {
  refuseUnknown(call.params, PAGE_PARAMS);
  return page(sim.state.all('intent'), call, '/v1/payment_intents', () => true);
}

export function listCharges(sim: Simulation, call: Call) {
  refuseUnknown(call.params, [...PAGE_PARAMS, 'payment_intent']);
  const intentId = optionalText(call.params, 'payment_intent');
  const matches = (item: { payment_intent: string }) => intentId === null || item.payment_intent === intentId;
  return page(sim.state.all('charge'), call, '/v1/charges', matches);
}

export function listRefunds(sim: Simulation, call: Call) {
  refuseUnknown(call.params, [...PAGE_PARAMS, 'payment_intent', 'charge']);
  return page(sim.state.all('refund'), call, '/v1/refunds', ofPayment(call.params));
}

export function listDisputes(sim: Simulation, call: Call) {
  refuseUnknown(call.params, [...PAGE_PARAMS, 'payment_intent', 'charge']);
  return page(sim.state.all('dispute'), call, '/v1/disputes', ofPayment(call.params));
}

/** `type` may be a pattern such as `charge.*`. */
export function listEvents(sim: Simulation, call: Call): Page<EventRecord> {
  const { params } = call;
  refuseUnknown(params, [...PAGE_PARAMS, 'type', 'types', 'delivery_success']);
  const type = optionalText(params, 'type');
  const types = textList(params, 'types');
  if (type !== null && types.length > 0)
    throw invalidRequestError('You may only specify one of these parameters: type, types.');
  const delivered = optionalBoolean(params, 'delivery_success');
  const wanted = type === null ? types : [type];
  const matches = (event: EventRecord) =>
    (wanted.length === 0 || wanted.some((pattern) => isOfType(event.type, pattern))) &&
    (delivered === null || (sim.state.get('delivery', event.id)?.state === 'delivered') === delivered);
  const found = page(sim.state.all('event'), call, '/v1/events', matches);
  return { ...found, data: found.data.map((event) => eventView(sim, event)) };
}

function isOfType(type: string, pattern: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type || pattern === '*';
}

function ofPayment(params: Params): (item: { payment_intent: string; charge: string }) => boolean {
  const intentId = optionalText(params, 'payment_intent');
  const chargeId = optionalText(params, 'charge');
  return (item) =>
    (intentId === null || item.payment_intent === intentId) &&
    (chargeId === null || item.charge === chargeId);
}

function cursor(items: Listed[], params: Params, name: string): number | null {
  const id = optionalText(params, name);
  if (id === null) return null;
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw notFoundError('object', id, name);
  return index;
}

function createdFilter(params: Params): (created: number) => boolean {
  if (typeof params.created === 'string') {
    const exact = optionalInteger(params, 'created');
    return (created) => created === exact;
  }
  const range = optionalHash(params, 'created');
  if (range === null) return () => true;
  refuseUnknown(range, ['gt', 'gte', 'lt', 'lte']);
  const gt = optionalInteger(range, 'gt') ?? -1;
  const gte = optionalInteger(range, 'gte') ?? 0;
  const lt = optionalInteger(range, 'lt') ?? Number.MAX_SAFE_INTEGER;
  const lte = optionalInteger(range, 'lte') ?? Number.MAX_SAFE_INTEGER;
  return (created) => created > gt && created >= gte && created < lt && created <= lte;
}
