import type { FastifyRequest } from 'fastify';
import type { Route } from '../../contract/routes/route.ts';
import { decodePercent } from '../encodings.ts';

type Hook = (request: FastifyRequest) => Promise<void>;

/** Refuses a query that is no percent-encoded UTF-8: Fastify reads such a value as it is written. */
const refuseUndecodable: Hook = async ({ url }) => {
  const at = url.indexOf('?');
  if (at !== -1 && url.includes('%', at)) decodePercent(url.slice(at));
};

/** What a route asks of its query, if it reads one; a browser that is led through it is refused by a page alone. */
export const queryChecks = ({ query, redirects }: Pick<Route, 'query' | 'redirects'>): Hook[] =>
  query !== undefined && redirects !== true ? [refuseUndecodable] : [];
