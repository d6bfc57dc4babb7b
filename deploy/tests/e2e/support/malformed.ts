import fc from 'fast-check';
import { expect } from 'vitest';
import { Client, demoAccounts, logIn, signUp } from './client.ts';
import { type Malformed, malformedRequests } from './garbage.ts';
import { readDocument, routesOf } from './routes.ts';
import { stackUrl } from './shared-stack.ts';
import { actor, createResources } from './world.ts';

const AT_ONCE = 8;
const TRACE = /\bat .+\.[jt]s:\d+|node_modules|node:internal|prisma|postgres/i;
// These calls end the session or create many accounts, so they are sent without a session.
const WITHOUT_SESSION = new Set(['POST /api/logout', 'POST /api/register', 'POST /api/login']);

async function send(base: string, cookie: string, one: Malformed): Promise<{ status: number; text: string }> {
  const url = base + one.path + one.query;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 20_000);
  try {
    const response = await fetch(url, {
      method: one.route.method,
      redirect: 'manual',
      signal: abort.signal,
      headers: { cookie, ...(one.body?.type ? { 'content-type': one.body.type } : {}), ...one.headers },
      // `fetch` refuses a body for HEAD.
      ...(one.body && one.route.method !== 'HEAD' ? { body: one.body.text } : {}),
    });
    // Do not read an event stream, because it never ends.
    const isStream = response.headers.get('content-type')?.includes('event-stream');
    return { status: response.status, text: isStream ? '' : await response.text() };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/**
 * Sends malformed requests to every route; expects no 5xx, no stack trace, and no effect on another user.
 * @param least minimum in total, spread evenly over the routes
 */
export async function sendMalformed(least: number): Promise<void> {
  const base = stackUrl();
  const document = await readDocument(new Client(base));
  const { client, user } = await signUp(base);
  const admin = await actor(base, 'admin');
  const mine = await createResources(client);
  const ids = [mine.registration, mine.holder, mine.payment, user.id];
  const routes = routesOf(document);
  const inputs = fc
    .sample(
      fc.record(
        Object.fromEntries(routes.map((route) => [route.id, malformedRequests(document, route, ids)])),
      ),
      {
        numRuns: Math.ceil(least / routes.length),
      },
    )
    .flatMap((round) => Object.values(round));

  const bad: string[] = [];
  const statuses: Record<number, number> = {};
  const queue = [...inputs.entries()];
  const worker = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [i, one] = next;
      const cookie = WITHOUT_SESSION.has(one.route.id) ? '' : i % 2 ? client.cookie : admin.cookie;
      const { status, text } = await send(base, cookie, one);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const isPage = text.startsWith('<!');
      if (status >= 500 || (!isPage && status >= 400 && TRACE.test(text))) {
        bad.push(
          `${one.route.id} ${one.path}${one.query} ${one.body?.type} ${one.body?.text.slice(0, 200)} → ${status} ${text.slice(0, 300)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`${inputs.length} malformed inputs over ${routes.length} routes: ${JSON.stringify(statuses)}`);
  expect(inputs.length).toBeGreaterThanOrEqual(least);
  expect(bad).toEqual([]);
  expect((await (await logIn(base, demoAccounts.client)).send('/api/auth/user')).status).toBe(200);
}
