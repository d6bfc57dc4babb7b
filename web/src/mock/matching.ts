import { ALL_ROUTES, type ROUTES } from '@g2/gateway/contract/routes/all';
import type { Route } from '@g2/gateway/contract/routes/route';

export type Operation = keyof typeof ROUTES;

export interface Handled {
  readonly name: Operation;
  readonly route: Route;
  readonly params: Record<string, string>;
}

const KNOWN = ALL_ROUTES.map(([name, route]) => ({
  name: name as Operation,
  route,
  // When two routes match, the one with fewer parameters wins, as in the gateway's router.
  loose: [...route.path.matchAll(/:/g)].length,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
})).toSorted((a, b) => a.loose - b.loose);

/** The operation of the route table that matches a request, with its path parameters. */
export function handled(method: string, path: string): Handled | undefined {
  for (const { name, route, pattern } of KNOWN) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { name, route, params: decoded(match.groups ?? {}) };
  }
  return undefined;
}

const decoded = (groups: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]));
