import type { FastifyRequest } from 'fastify';
import type { Route } from '../../contract/routes/route.ts';
import { decodePercent } from '../encodings.ts';

type Hook = (request: FastifyRequest) => Promise<void>;

/** Refuses a query with malformed percent-encoding, which Fastify passes through unchanged. */
const refuseUndecodable: Hook = async ({ url }) => {
  const at = url.indexOf('?');
  if (at !== -1 && url.includes('%', at)) decodePercent(url.slice(at));
};

/** Routes that redirect skip the check, because they show a refusal as a page. */
export const queryChecks = ({ query, redirects }: Pick<Route, 'query' | 'redirects'>): Hook[] =>
  query !== undefined && redirects !== true ? [refuseUndecodable] : [];
