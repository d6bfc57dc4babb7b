import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  confirmCard,
  demoAccounts,
  logIn,
  type ResponseData,
  signUp,
} from '../e2e/support/client.ts';
import { details } from '../e2e/support/journey.ts';
import { assertThat, buyCredits, FEE, tinyZip } from './support.ts';
import { type Caller, createCaller, createRateLimiter, Tally } from './tally.ts';

/** Maximum amount of one credit purchase, cents. */
const LARGEST_PURCHASE = 10_000_000;
const PAUSE_MS = 250;
/** A request without a response may have charged: repeat it under the same idempotency key for up to this long. */
const PATIENCE_MS = 120_000;
const EVENTS_RETRY_MS = 300;

export type Confirmed = {
  created: string[];
  /** Paid registrations with the hash of their file. */
  paid: { id: string; sha256: string }[];
  issued: string[];
};

export type Person = { client: Client; email: string; password: string };

export type Load = {
  tally: Tally;
  confirmed: Confirmed;
  people: Person[];
  streams: { opened: number; messages: number };
  /** Stops the load and waits for the steps in progress. @throws the error of a simulated user that failed */
  stop(): Promise<void>;
};

export type LoadOptions = { perSecond: number; buyers?: number; readers?: number; credits?: number };

const runningLoads = new Set<AbortController>();

/** Stops loads that a failed drill left running; they would keep calling a stopped server. */
export function stopLoads(): void {
  for (const one of runningLoads) one.abort();
  runningLoads.clear();
}

/** Sends a mix of client, staff and event stream calls at a given rate until stopped. */
export async function startLoad(url: string, options: LoadOptions): Promise<Load> {
  const { perSecond, buyers = 4, readers = 5, credits = 3 } = options;
  const tally = new Tally();
  const { call } = createCaller(tally, createRateLimiter(perSecond));
  const confirmed: Confirmed = { created: [], paid: [], issued: [] };
  const streams = { opened: 0, messages: 0 };
  const people: Person[] = [];
  for (let n = 0; n < buyers; n++) {
    const { client, user, password } = await signUp(url);
    for (let bought = 0; bought < credits; bought++) await buyCredits(client, LARGEST_PURCHASE);
    people.push({ client, email: user.email, password });
  }
  const operator = await logIn(url, demoAccounts.operator);
  const admin = await logIn(url, demoAccounts.admin);
  const stop = new AbortController();
  runningLoads.add(stop);
  const until = stop.signal;
  const context: Context = { call, confirmed, until, tally };
  const cycle = people.map((one) => one.client);
  const users = [
    ...cycle.map((client) => buyer(context, client, credits * LARGEST_PURCHASE)),
    ...Array.from({ length: readers }, (_, n) => reader(context, cycle[n % cycle.length] ?? operator)),
    staff(context, operator, admin),
    visitor(context, url),
  ];
  const listening = [cycle[0] ?? operator, operator].map((client) =>
    keepEventStreamOpen(client, until, tally, streams),
  );
  const running = Promise.all([...users, ...listening]);
  running.catch(() => stop.abort());
  return {
    tally,
    confirmed,
    people,
    streams,
    async stop() {
      stop.abort();
      runningLoads.delete(stop);
      await running;
    },
  };
}

type Context = { call: Caller['call']; confirmed: Confirmed; until: AbortSignal; tally: Tally };

/** Repeats the request until it succeeds. @returns undefined after PATIENCE_MS without success */
async function callUntilDone(
  { call }: Pick<Context, 'call'>,
  ...request: Parameters<Caller['call']>
): Promise<ResponseData | undefined> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(PAUSE_MS)) {
    const response = await call(...request);
    if (response) return response;
  }
  return undefined;
}

async function buyer(context: Context, client: Client, credits: number): Promise<void> {
  let left = credits;
  while (!context.until.aborted) {
    if (left < FEE) {
      await buyMore(context, client);
      left += LARGEST_PURCHASE;
    }
    const sent = { method: 'POST', body: details, headers: { 'idempotency-key': randomUUID() } };
    const made = await callUntilDone(context, 'create', client, '/api/registrations', sent);
    if (!made) continue;
    const { id } = made.body as { id: string };
    context.confirmed.created.push(id);
    const bytes = await tinyZip();
    const file = { raw: { bytes, type: 'application/zip' }, headers: { 'x-file-name': 'fonte.zip' } };
    const path = `/api/registrations/${id}`;
    if (!(await callUntilDone(context, 'upload', client, `${path}/upload`, { method: 'POST', ...file })))
      continue;
    const paying = { method: 'POST', body: {} };
    if (!(await callUntilDone(context, 'pay', client, `${path}/credit-payment`, paying))) continue;
    left -= FEE;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    context.confirmed.paid.push({ id, sha256 });
    const read = await callUntilDone(context, 'read', client, path);
    const { status } = (read?.body ?? {}) as { status?: string };
    assertThat(status !== 'submitted', `registration ${id} was paid and reads ${status}`);
    const zip = await callUntilDone(context, 'download', client, `${path}/download`);
    assertThat(!zip || zip.bytes.equals(bytes), `registration ${id}: the download is not what was uploaded`);
  }
}

async function buyMore(context: Context, client: Client): Promise<void> {
  const body = { customAmount: LARGEST_PURCHASE };
  const headers = { 'idempotency-key': randomUUID() };
  const request = { method: 'POST', body, headers };
  const answer = await callUntilDone(context, 'buy', client, '/api/credit-purchase/payment-intent', request);
  if (!answer) return;
  const intent = answer.body as { clientSecret: string; paymentIntentId: string };
  await confirmCard(client, intent).catch(() => undefined);
  const path = `/api/payments/${intent.paymentIntentId}/sync`;
  await callUntilDone(context, 'sync', client, path, { method: 'POST', body: {} });
}

const READS = [
  '/api/registrations',
  '/api/auth/user',
  '/api/registrations/stats',
  '/api/credits',
  '/api/credit-purchases',
  '/api/payment-config',
  '/',
];

async function reader({ call, until }: Context, client: Client): Promise<void> {
  for (let round = 0; !until.aborted; round++) {
    const path = READS[round % READS.length] ?? '/';
    await call(`GET ${path}`, client, path);
  }
}

async function staff(context: Context, operator: Client, admin: Client): Promise<void> {
  const { call, confirmed, until } = context;
  while (!until.aborted) {
    await call('stats', operator, '/api/operator/registrations/stats');
    await call('figures', admin, '/api/admin/enhanced-stats');
    const listed = await call('queue', operator, '/api/operator/registrations?status=paid&limit=5');
    const { items = [] } = (listed?.body ?? {}) as { items?: { id: string }[] };
    const id = items[0]?.id;
    if (!id) {
      await delay(PAUSE_MS);
      continue;
    }
    const act = (from: string) =>
      step(context, operator, id, from, `/api/registrations/${id}/operator-action`, { action: 'approve' });
    const set = (from: string, status: string) =>
      step(context, admin, id, from, `/api/admin/registrations/${id}/status`, { status });
    const done =
      (await act('paid')) &&
      (await act('reviewing')) &&
      (await set('government_processing', 'completed')) &&
      (await set('completed', 'certificate_issued'));
    if (done) confirmed.issued.push(id);
  }
}

/** Moves a registration to its next status. 409 counts as success when the response to an earlier attempt was lost. */
async function step(
  context: Context,
  who: Client,
  id: string,
  from: string,
  path: string,
  body: object,
): Promise<boolean> {
  const first = await context.call(`${from} →`, who, path, {
    method: 'PATCH',
    body: { ...body, expectedStatus: from },
  });
  if (first) return true;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(PAUSE_MS)) {
    const read = await context.call('status', who, `/api/registrations/${id}`);
    const { status } = (read?.body ?? {}) as { status?: string };
    if (status !== undefined && status !== from) return true;
    if (status !== from) continue;
    const again = { method: 'PATCH', body: { ...body, expectedStatus: from }, good: [200, 409] };
    await context.call(`${from} →`, who, path, again);
  }
  return false;
}

/** Signs in and out at most once per second, the limit of an account. */
async function visitor({ call, until }: Context, url: string): Promise<void> {
  const { client } = await signUp(url);
  while (!until.aborted) {
    if (await call('sign in', client, '/api/login', { method: 'POST', body: demoAccounts.client })) {
      await call('sign out', client, '/api/logout', { method: 'POST', body: {} });
    }
    await delay(4 * PAUSE_MS);
  }
}

/** Keeps an event stream open like a browser: reopens it when it ends. */
async function keepEventStreamOpen(
  client: Client,
  until: AbortSignal,
  tally: Tally,
  streams: { opened: number; messages: number },
): Promise<void> {
  while (!until.aborted) {
    const { phase } = tally;
    try {
      const headers = { cookie: client.cookie, accept: 'text/event-stream' };
      const stream = await fetch(`${client.base}/api/events`, { headers, signal: until });
      if (stream.status === 200) streams.opened++;
      else if (stream.status !== 503) {
        tally.count('failed', phase, 'event stream', 0);
        tally.failures.push({ phase, what: 'event stream', said: String(stream.status) });
      }
      for await (const chunk of stream.body ?? []) {
        streams.messages += Buffer.from(chunk).toString().split('event:').length - 1;
      }
    } catch (error) {
      if (until.aborted) return;
      tally.count('failed', phase, 'event stream', 0);
      tally.failures.push({ phase, what: 'event stream', said: String(error) });
    }
    await delay(EVENTS_RETRY_MS, undefined, { signal: until }).catch(() => {});
  }
}
