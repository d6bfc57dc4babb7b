import { ALL_ROUTES, type ROUTES } from '@g2/gateway/contract/routes/all';
import type { Route } from '@g2/gateway/contract/routes/route';

/** An operation of the table. */
export type Operation = keyof typeof ROUTES;

export interface Handled {
  readonly name: Operation;
  readonly route: Route;
  readonly params: Record<string, string>;
}

const KNOWN = ALL_ROUTES.map(([name, route]) => ({
  name: name as Operation,
  route,
  // Of two that match, the one with fewer parameters, as the gateway's router has it.
  loose: [...route.path.matchAll(/:/g)].length,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
})).toSorted((a, b) => a.loose - b.loose);

/** The call of the table that a request makes, with the parameters of its path. */
export function handled(method: string, path: string): Handled | undefined {
  for (const { name, route, pattern } of KNOWN) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { name, route, params: decoded(match.groups ?? {}) };
  }
  return undefined;
}

const decoded = (groups: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]));
