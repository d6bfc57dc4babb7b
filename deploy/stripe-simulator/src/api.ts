import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageInPortuguese } from './cards.ts';
import { ApiError, type ErrorDetail, invalidRequestError } from './errors.ts';
import { expand } from './expand.ts';
import { decodeForm, isBeforeExecution, type Params, textList } from './form.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { browserView } from './intents.ts';
import { identify, type Keys, secretKeyRequired } from './keys.ts';
import { API_VERSION, newId } from './objects.ts';
import type { PaymentIntentRecord } from './records.ts';
import { API_ROUTES, type ApiRoute } from './routes.ts';
import type { Call, Simulation } from './simulation.ts';

interface ApiResponse {
  status: number;
  body: string;
}

interface Api {
  sim: Simulation;
  keys: Keys;
  idempotency: IdempotencyKeys;
}

export function addApi(app: FastifyInstance, sim: Simulation, keys: Keys): void {
  const api: Api = { sim, keys, idempotency: new IdempotencyKeys() };
  for (const route of API_ROUTES) {
    app.route<{ Params: { id?: string } }>({
      method: route.method,
      url: route.url,
      handler: (request, reply) => serve(api, route, request, reply),
    });
  }
}

/** Sends an error that belongs to no API call, such as an unknown address or an unreadable body. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return send(reply, errorAnswer(error, false));
}

type ApiRequest = FastifyRequest<{ Params: { id?: string } }>;

async function serve(
  api: Api,
  route: ApiRoute,
  request: ApiRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sim, keys } = api;
  const requestId = newId('req');
  reply.header('request-id', requestId);
  reply.header('stripe-version', request.headers['stripe-version'] ?? API_VERSION);
  if (sim.hooks.failNext > 0) {
    sim.hooks.failNext -= 1;
    return send(reply, errorAnswer(unavailable(), false));
  }
  const loseResponse = sim.hooks.loseNext > 0;
  if (loseResponse) sim.hooks.loseNext -= 1;
  let browser = false;
  let response: ApiResponse;
  try {
    const call = callOf(keys, route, request, requestId);
    browser = call.browser;
    response = await answerOnce(api, route, call, reply, request.url);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    response = errorAnswer(error, browser);
  }
  if (loseResponse) {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  return send(reply, response);
}

function callOf(keys: Keys, route: ApiRoute, request: ApiRequest, requestId: string): Call {
  const params = paramsOf(request);
  const kind = identify(keys, request.headers.authorization, params.key);
  if (kind === 'publishable' && !route.browser) throw secretKeyRequired();
  const key = request.headers['idempotency-key'];
  return {
    id: request.params.id ?? '',
    params,
    origin: {
      id: requestId,
      idempotency_key: typeof key === 'string' && route.method === 'POST' ? key : null,
    },
    browser: kind === 'publishable',
  };
}

function paramsOf(request: ApiRequest): Params {
  if (request.method === 'GET') return decodeForm(request.url.split('?')[1] ?? '');
  const type = request.headers['content-type'] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalidRequestError('Invalid request: send the parameters as application/x-www-form-urlencoded.');
  }
  return decodeForm(body);
}

async function answerOnce(
  { sim, idempotency }: Api,
  route: ApiRoute,
  call: Call,
  reply: FastifyReply,
  url: string,
): Promise<ApiResponse> {
  const key = call.origin.idempotency_key;
  if (key === null) {
    await latency(sim);
    return run(sim, route, call, null);
  }
  const scope = `${call.browser ? 'pk' : 'sk'}:${key}`;
  const identity = hash('sha256', `${url} ${JSON.stringify(call.params)}`);
  reply.header('idempotency-key', key);
  const first = idempotency.begin(sim, scope, identity);
  if (first !== null) {
    reply.header('idempotent-replayed', 'true');
    reply.header('original-request', first.requestId);
    return { status: first.status, body: first.body };
  }
  try {
    await latency(sim);
    return run(sim, route, call, { key: scope, identity });
  } finally {
    idempotency.end(scope);
  }
}

async function latency(sim: Simulation): Promise<void> {
  if (sim.hooks.latencyMs > 0) await sleep(sim.hooks.latencyMs);
}

/** Runs a call. Its effect and its stored response are written in one transaction. */
function run(
  sim: Simulation,
  route: ApiRoute,
  call: Call,
  idempotencyKey: { key: string; identity: string } | null,
): ApiResponse {
  return sim.state.transaction(() => {
    const { answer, keep } = attempt(sim, route, call);
    if (idempotencyKey !== null && keep) {
      sim.state.put('answer', {
        id: idempotencyKey.key,
        request: idempotencyKey.identity,
        requestId: call.origin.id ?? '',
        ...answer,
        at: sim.now(),
      });
    }
    return answer;
  });
}

function attempt(sim: Simulation, route: ApiRoute, call: Call): { answer: ApiResponse; keep: boolean } {
  try {
    const result = route.run(sim, call);
    const viewed = call.browser && isIntent(result) ? browserView(result) : result;
    const body = JSON.stringify(expand(sim, viewed, textList(call.params, 'expand')), null, 2);
    return { answer: { status: 200, body }, keep: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { answer: errorAnswer(error, call.browser), keep: !isBeforeExecution(error) };
  }
}

function isIntent(value: object): value is PaymentIntentRecord {
  return 'object' in value && value.object === 'payment_intent';
}

function errorAnswer(error: ApiError, browser: boolean): ApiResponse {
  return { status: error.status, body: JSON.stringify({ error: errorView(error.detail, browser) }, null, 2) };
}

function errorView(detail: ErrorDetail, browser: boolean): object {
  if (!browser) return detail;
  const intent = detail.payment_intent;
  return {
    ...detail,
    message: messageInPortuguese(detail.message),
    ...(intent === undefined ? {} : { payment_intent: browserView(intent) }),
  };
}

function unavailable(): ApiError {
  return new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' });
}

function send(reply: FastifyReply, response: ApiResponse): FastifyReply {
  return reply.status(response.status).type('application/json').send(response.body);
}
