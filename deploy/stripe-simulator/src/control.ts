import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finishAuthentication } from './confirm.ts';
import { closeDispute, disputeIntent } from './disputes.ts';
import { invalidRequestError, notFoundError } from './errors.ts';
import {
  decodeForm,
  optionalInteger,
  optionalText,
  type Params,
  paramsFromJson,
  requiredChoice,
  requiredText,
} from './form.ts';
import type { PaymentIntentRecord } from './records.ts';
import { completeOrFailRefund } from './refunds.ts';
import { MAX_TIMER_MS, type Simulation } from './simulation.ts';
import { challengePage, notFoundPage, type Page, resultPage, returnAddress } from './three-d-secure.ts';
import { endVoucher } from './vouchers.ts';
import { DELIVERY_MODES } from './webhooks.ts';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

/** Adds routes Stripe does not have: the 3-D Secure page and the control API. */
export function addControl(app: FastifyInstance, sim: Simulation): void {
  app.get('/_sim/health', () => ({ status: 'ok' }));
  app.get('/_sim/payment_intents', () => ({
    items: sim.state.all('intent').map((intent) => summary(sim, intent)),
  }));
  addWebhookControl(app, sim);
  app.post('/_sim/hooks', (request) => setHooks(sim, paramsOf(request)));
  app.post('/_sim/disputes', (request) => {
    const params = paramsOf(request);
    const intentId = requiredText(params, 'payment_intent');
    const reason = optionalText(params, 'reason') ?? 'fraudulent';
    return sim.state.transaction(() => disputeIntent(sim, intentId, reason));
  });
  app.post<{ Params: { id: string } }>('/_sim/disputes/:id/close', (request) => {
    const status = requiredChoice(paramsOf(request), 'status', ['won', 'lost']);
    return sim.state.transaction(() => closeDispute(sim, request.params.id, status));
  });
  app.post<{ Params: { id: string } }>('/_sim/refunds/:id', (request) => {
    const status = requiredChoice(paramsOf(request), 'status', ['succeeded', 'failed']);
    return sim.state.transaction(() => completeOrFailRefund(sim, request.params.id, status));
  });
  app.post<{ Params: { id: string } }>('/_sim/vouchers/:id', (request) => {
    const outcome = requiredChoice(paramsOf(request), 'outcome', ['pay', 'expire']);
    const { id, status } = sim.state.transaction(() => endVoucher(sim, request.params.id, outcome));
    return { id, status };
  });
  app.get<{ Params: { id: string } }>('/_sim/3ds/:id', (request, reply) =>
    showChallenge(sim, request, reply),
  );
  app.post<{ Params: { id: string } }>('/_sim/3ds/:id', (request, reply) =>
    answerChallenge(sim, request, reply),
  );
}

function addWebhookControl(app: FastifyInstance, sim: Simulation): void {
  const { webhooks } = sim;
  app.get('/_sim/webhooks', () => ({ mode: webhooks.mode, urls: webhooks.urls }));
  app.post('/_sim/webhooks', (request) => {
    const params = paramsOf(request);
    const mode = requiredChoice(params, 'mode', DELIVERY_MODES);
    webhooks.setMode(mode, optionalUpTo(MAX_TIMER_MS, params, 'delayMs'));
    return { mode };
  });
  app.post('/_sim/webhook-url', (request) => {
    const urls = webhookUrls(requiredText(paramsOf(request), 'url'));
    if (urls.some((url) => !URL.canParse(url)))
      throw invalidRequestError('Not a valid URL', { param: 'url' });
    webhooks.setUrls(urls);
    return { urls };
  });
  app.post('/_sim/webhooks/redeliver', (request) => {
    const eventId = optionalText(paramsOf(request), 'eventId');
    if (eventId !== null && sim.state.get('event', eventId) === undefined) {
      throw notFoundError('event', eventId, 'eventId');
    }
    return { eventIds: webhooks.redeliver(eventId) };
  });
}

export function webhookUrls(list: string): string[] {
  return list
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');
}

const COUNTS = ['failNext', 'loseNext'] as const;
const DELAYS = ['latencyMs', 'processingMs', 'refundMs', 'voucherMs'] as const;

function setHooks({ hooks }: Simulation, params: Params): object {
  for (const name of COUNTS) hooks[name] = optionalUpTo(Number.MAX_SAFE_INTEGER, params, name) ?? hooks[name];
  for (const name of DELAYS) hooks[name] = optionalUpTo(MAX_TIMER_MS, params, name) ?? hooks[name];
  return hooks;
}

/** Integer from 0 to `most`; null when absent. @throws ApiError 400 */
function optionalUpTo(most: number, params: Params, name: string): number | null {
  const value = optionalInteger(params, name);
  if (value === null) return null;
  if (value < 0) throw invalidRequestError('Invalid positive integer', { param: name });
  if (value > most) throw invalidRequestError(`Invalid integer: at most ${most}`, { param: name });
  return value;
}

function summary(sim: Simulation, intent: PaymentIntentRecord): object {
  const charge = sim.state.get('charge', intent.latest_charge ?? '');
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amountCaptured: charge?.amount_captured ?? 0,
    amountRefunded: charge?.amount_refunded ?? 0,
    metadata: intent.metadata,
  };
}

export function paramsOf(request: FastifyRequest): Params {
  const body = typeof request.body === 'string' ? request.body : '';
  if (body === '') return {};
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  try {
    return isForm ? decodeForm(body) : paramsFromJson(body);
  } catch {
    throw invalidRequestError('Invalid JSON');
  }
}

/** Finds an intent by id. @returns null unless the client secret matches */
export function intentFor(sim: Simulation, id: string, params: Params): PaymentIntentRecord | null {
  const intent = sim.state.get('intent', id);
  return intent !== undefined && intent.client_secret === params.client_secret ? intent : null;
}

function showChallenge(sim: Simulation, request: IdRequest, reply: FastifyReply): FastifyReply {
  const params = decodeForm(request.url.split('?')[1] ?? '');
  const intent = intentFor(sim, request.params.id, params);
  if (intent === null) return sendPage(reply.status(404), notFoundPage());
  if (intent.status !== 'requires_action') return sendPage(reply, resultPage(intent));
  const card = sim.state.get('method', intent.payment_method ?? '')?.card;
  return sendPage(reply, challengePage(intent, card?.last4 ?? '', optionalText(params, 'return_to') ?? ''));
}

function answerChallenge(sim: Simulation, request: IdRequest, reply: FastifyReply): FastifyReply {
  const params = paramsOf(request);
  const known = intentFor(sim, request.params.id, params);
  if (known === null) return sendPage(reply.status(404), notFoundPage());
  const outcome = requiredChoice(params, 'outcome', ['approve', 'fail']);
  const intent =
    sim.state.transaction(() => finishAuthentication(sim, known.id, outcome === 'approve')) ?? known;
  if (request.headers.accept?.includes('application/json')) {
    return reply.send({ id: intent.id, status: intent.status });
  }
  const returnTo = typeof params.return_to === 'string' ? params.return_to : '';
  if (/^https?:$/.test(URL.parse(returnTo)?.protocol ?? '')) {
    return reply.redirect(returnAddress(returnTo, intent), 303);
  }
  return sendPage(reply, resultPage(intent));
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; script-src 'nonce-${page.nonce}'; base-uri 'none'`,
    )
    .send(page.html);
}
