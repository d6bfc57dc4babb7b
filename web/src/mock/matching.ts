import { ALL_ROUTES, type ROUTES } from '@g2/gateway/contract/routes/all';
import type { Route } from '@g2/gateway/contract/routes/route';

export type Operation = keyof typeof ROUTES;

export interface MatchedCall {
  readonly name: Operation;
  readonly route: Route;
  readonly params: Record<string, string>;
}

const ROUTE_PATTERNS = ALL_ROUTES.map(([name, route]) => ({
  name: name as Operation,
  route,
  // When two routes match, the one with fewer parameters wins, as in the gateway's router.
  paramCount: [...route.path.matchAll(/:/g)].length,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
})).toSorted((a, b) => a.paramCount - b.paramCount);

/** The operation of the route table that matches a request, with its path parameters. */
export function matchCall(method: string, path: string): MatchedCall | undefined {
  for (const { name, route, pattern } of ROUTE_PATTERNS) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { name, route, params: decodeParams(match.groups ?? {}) };
  }
  return undefined;
}

const decodeParams = (groups: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]));
