import { invalidRequestError } from './errors.ts';
import type { Simulation } from './simulation.ts';

type Json = Record<string, unknown>;

const FIELDS = ['latest_charge', 'charge', 'payment_intent', 'payment_method'];
const MAX_DEPTH = 4;

/** Paths such as `data.latest_charge`. @throws ApiError 400 for a field that cannot be expanded */
export function expand(sim: Simulation, answer: object, paths: string[]): object {
  return paths.reduce<object>((result, path) => {
    const parts = path.split('.');
    if (parts.length > MAX_DEPTH)
      throw invalidRequestError('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    return expandPath(sim, result, parts, path);
  }, answer);
}

function expandPath(sim: Simulation, target: object, parts: string[], path: string): object {
  const [field, ...rest] = parts;
  if (field === undefined) return target;
  const copy: Json = { ...target };
  const value = copy[field];
  if (field === 'data' && Array.isArray(value)) {
    copy.data = value.map((item) => (isObject(item) ? expandPath(sim, item, rest, path) : item));
    return copy;
  }
  if (!FIELDS.includes(field) || !(field in copy)) {
    throw invalidRequestError(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const found = typeof value === 'string' ? lookUp(sim, value) : value;
  copy[field] = isObject(found) ? expandPath(sim, found, rest, path) : value;
  return copy;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function lookUp(sim: Simulation, id: string): object | undefined {
  const { state } = sim;
  return state.get('charge', id) ?? state.get('intent', id) ?? state.get('method', id);
}
