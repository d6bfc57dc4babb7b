import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { addApi, sendError } from './api.ts';
import { settleProcessing } from './confirm.ts';
import { addControl, webhookUrls } from './control.ts';
import { guardControl } from './control-guard.ts';
import { ApiError } from './errors.ts';
import { areSimulatorKeys, type Keys } from './keys.ts';
import { runRefundPlan } from './refunds.ts';
import { MAX_TIMER_MS, type Simulation } from './simulation.ts';
import { State } from './state.ts';
import { addVoucherPages } from './voucher-pages.ts';
import { runVoucherPlan } from './vouchers.ts';
import { RETRY_DELAYS_MS, Webhooks } from './webhooks.ts';

export interface SimulatorOptions extends Keys {
  webhookSecret: string;
  /** Comma-separated webhook receivers, used in turn. Absent: events wait until one is set. */
  webhookUrl?: string | undefined;
  /** Port to listen on; 0 or absent: any free port. */
  port?: number;
  /** Address to listen on; default: the loopback interface. */
  host?: string | undefined;
  /** Journal file that keeps the state across restarts; absent: the state is only in memory. */
  dataFile?: string | undefined;
  /** Base URL of the pages for browsers; default: the address on which it listens. */
  publicBase?: string | undefined;
  /** Delays between webhook tries, ms. */
  retryDelaysMs?: readonly number[];
  /** Current time, ms. */
  now?: () => number;
  /** One line per error. */
  log?: (line: string) => void;
}

export interface RunningSimulator {
  url: string;
  stop(): Promise<void>;
}

const BODY_LIMIT = 256 * 1024;

/** Starts the simulator (api-rules X10). @throws Error for keys of real Stripe, or a port in use */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  if (!areSimulatorKeys(options))
    throw new Error('the Stripe simulator takes only sk_sim_… and pk_sim_… keys');
  const log = options.log ?? (() => {});
  const now = options.now ?? Date.now;
  const stopping = new AbortController();
  const state = new State(options.dataFile ?? null, now());
  let url = '';
  const later = (at: number, work: () => void): void => {
    // Work beyond the longest timer runs early; runVoucherPlan then schedules itself again.
    sleep(Math.min(MAX_TIMER_MS, Math.max(0, at - now())), undefined, { signal: stopping.signal }).then(
      () => state.transaction(work),
      () => {},
    );
  };
  const sim: Simulation = {
    state,
    webhooks: new Webhooks({
      secret: options.webhookSecret,
      urls: webhookUrls(options.webhookUrl ?? ''),
      retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
      log,
    }),
    hooks: { latencyMs: 0, failNext: 0, loseNext: 0, processingMs: 0, refundMs: 2_000, voucherMs: 2_000 },
    now,
    seconds: () => Math.floor(now() / 1000),
    publicBase: () => (options.publicBase ?? url).replace(/\/$/, ''),
    later,
  };
  const app = newApp(log);
  guardControl(app, sim);
  addApi(app, sim, options);
  addControl(app, sim);
  addVoucherPages(app, sim);
  url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  sim.webhooks.start(sim);
  for (const { id, settleAt } of state.all('attempt'))
    if (settleAt !== null) later(settleAt, () => settleProcessing(sim, id));
  for (const { id, at } of state.all('refundPlan')) later(at, () => runRefundPlan(sim, id));
  for (const { id, at, open } of state.all('voucher')) if (open) later(at, () => runVoucherPlan(sim, id));
  const stop = async () => {
    stopping.abort();
    await app.close();
    await sim.webhooks.stop();
    state.close();
  };
  return { url, stop };
}

function newApp(log: (line: string) => void): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    if (!isForBrowsers(request.url)) return;
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', 'request-id, stripe-version');
  });
  app.options('/*', (request, reply) => {
    if (!isForBrowsers(request.url)) return reply.status(404).send();
    return reply
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, stripe-version')
      .header('access-control-max-age', '600')
      .status(204)
      .send();
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0] ?? ''}).`;
    return sendError(reply, new ApiError(404, { type: 'invalid_request_error', message }));
  });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiError) return sendError(reply, error);
    const status = statusOf(error);
    if (status >= 500) log(`${request.method} ${request.url.split('?')[0] ?? ''}: ${String(error)}`);
    const type = status >= 500 ? 'api_error' : 'invalid_request_error';
    return sendError(reply, new ApiError(status, { type, message: 'The request could not be handled.' }));
  });
  return app;
}

function isForBrowsers(url: string): boolean {
  return /^\/(v1\/payment_intents\/[^/?]+(\/confirm)?|_sim\/(3ds|pix|boleto)\/[^/?]+(\/[^/?]+)?)(\?|$)/.test(
    url,
  );
}

function statusOf(error: unknown): number {
  const hasStatus = typeof error === 'object' && error !== null && 'statusCode' in error;
  return hasStatus && typeof error.statusCode === 'number' ? error.statusCode : 500;
}
