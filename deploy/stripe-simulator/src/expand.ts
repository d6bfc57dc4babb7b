import { invalidRequestError } from './errors.ts';
import type { Simulation } from './simulation.ts';

/** Replaces ids in the named fields by their objects. @throws ApiError 400 for a field that cannot be expanded */
export function expand(sim: Simulation, answer: object, fields: string[]): object {
  const expanded: Record<string, unknown> = { ...answer };
  for (const field of fields) {
    if (field !== 'latest_charge' || !(field in expanded)) {
      throw invalidRequestError(`This property cannot be expanded (${field}).`, { param: 'expand' });
    }
    expanded[field] = sim.state.get('charge', String(expanded[field])) ?? null;
  }
  return expanded;
}
