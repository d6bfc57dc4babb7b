import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';
import type { Simulation } from './simulation.ts';

/** Simulated bank pages. Any browser may open them with the intent's client secret. */
const PAGES = /^\/_sim\/(3ds|pix|boleto)\/:id(\/|$)/;
const ACCEPTED_TYPES = /^application\/(json|x-www-form-urlencoded)\b/;

/** CSRF protection: refuses other origins, and content types that any page may send. Programs send no Origin. */
export function guardControl(app: FastifyInstance, sim: Simulation): void {
  app.addHook('onRequest', async (request) => {
    // Tests the matched route instead of the URL, which can be encoded in several ways.
    const { url = '' } = request.routeOptions;
    if (!url.startsWith('/_sim/') || PAGES.test(url)) return;
    if (isForeign(request, sim)) throw refused(403, 'Calls from other sites are refused.');
    if (hasBody(request) && !ACCEPTED_TYPES.test(request.headers['content-type'] ?? '')) {
      throw refused(415, 'Send application/json.');
    }
  });
}

function isForeign({ headers }: FastifyRequest, sim: Simulation): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin !== new URL(sim.publicBase()).origin;
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const refused = (status: number, message: string): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', message });
