import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { newId } from '@g2/kit/ids';
import { closeAfterTests, eventually } from '@g2/kit/testing';
import { beforeEach, expect, it } from 'vitest';
import { deltasOf } from './payments.ts';
import { FEE, ownWorld, startSimulator, type User } from './world.ts';

const PAYMENTS = 200;
/** Number of concurrent requests. */
const AT_ONCE = 20;

/** A simulator of Stripe that can refuse connections, or accept them and never answer. */
async function startProvider() {
  const { url, child } = await startSimulator();
  const { port: behind } = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const listen = async () => {
    server = createServer((socket) => {
      const onward = connect(Number(behind), '127.0.0.1');
      for (const one of [socket, onward]) {
        sockets.add(one);
        one.once('close', () => sockets.delete(one));
        one.on('error', () => {
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const refuse = async () => {
    const closed = new Promise((done) => server?.close(done));
    for (const one of sockets) one.destroy();
    await closed;
  };
  await listen();
  return {
    url: `http://127.0.0.1:${port}`,
    goes: {
      'connection refused': refuse,
      'accepts and never answers': async () => void child.kill('SIGSTOP'),
    },
    async comesBack() {
      child.kill('SIGCONT');
      if (!server?.listening) await listen();
    },
    async intents() {
      const response = await fetch(`${url}/_sim/payment_intents`);
      const { items } = (await response.json()) as { items: { id: string; status: string }[] };
      return new Map(items.map(({ id, status }) => [id, status]));
    },
    async close() {
      await refuse();
      child.kill('SIGKILL');
    },
  };
}

const world = await ownWorld();
const provider = await closeAfterTests(startProvider());
await world.restart({ STRIPE_API_BASE: provider.url });
beforeEach(() => provider.comesBack());

type Payable = { owner: User; id: string; intent: string | undefined };

/** Maps all items with AT_ONCE concurrent calls. */
async function ofEach<T, R>(all: readonly T[], work: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) answers[at] = await work(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

/** Users who have exactly the fee in credits and a payable registration; every second one has an open card attempt. */
async function payables(): Promise<Payable[]> {
  const made = await ofEach(Array.from({ length: PAYMENTS }), async (_, at) => {
    const owner = await world.user();
    const id = await world.payable(owner);
    await world.credit(owner, 1);
    const as = { token: owner.token };
    const begun = at % 2 === 1 ? await world.rpc.createRegistrationIntent({ id }, as) : undefined;
    return { owner, id, intent: begun?.paymentIntentId };
  });
  // One statement for all users, since an admin may add at most 10,000 per call.
  await world.db.query(
    `WITH moved AS (UPDATE accounts SET balance = balance + $2 WHERE user_id = ANY($1::uuid[]) RETURNING user_id, balance)
     INSERT INTO credit_transactions (id, user_id, delta, balance_after, reason, created_by, created_at)
     SELECT gen_random_uuid(), user_id, $2::bigint, balance, 'Teste', $3, now() FROM moved`,
    [made.map(({ owner }) => owner.id), FEE - 1, newId()],
  );
  return made;
}

it.each(['connection refused', 'accepts and never answers'] as const)(
  'settles 200 of 200 payments with credits while the provider is unavailable: %s',
  async (way) => {
    const all = await payables();
    const owner = await world.user();
    const id = await world.payable(owner);
    await provider.goes[way]();
    const request = { token: owner.token, deadlineMs: 2_000 };
    await expect(world.rpc.createRegistrationIntent({ id }, request)).rejects.toThrow();
    const startedAt = performance.now();
    const answers = await ofEach(all, async ({ owner, id }) => {
      const since = performance.now();
      const paid = await world.rpc
        .payWithCredits({ id }, { token: owner.token, deadlineMs: 15_000 })
        .catch((error: unknown) => String(error));
      return { paid, ms: performance.now() - since };
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number) => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} ms`;
    console.log(
      `${way}: ${PAYMENTS} in ${seconds.toFixed(1)} s, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`,
    );
    expect(answers.filter(({ paid }) => typeof paid === 'string')).toEqual([]);
    for (const { paid } of answers) expect(paid).toEqual({ creditsUsed: FEE, balance: 0 });
    for (const { owner } of all) expect(await deltasOf(world, owner)).toEqual([1, FEE - 1, -FEE]);
    const ids = all.map(({ id }) => id);
    const { rows } = await world.db.query<{ status: string; count: number }>(
      `SELECT status, count(*)::int FROM registration_payments
       WHERE registration_id = ANY($1::uuid[]) AND method = 'credits' GROUP BY 1`,
      [ids],
    );
    expect(rows).toEqual([{ status: 'settled', count: PAYMENTS }]);
    const registrations = await ofEach(all, ({ owner, id }) =>
      world.registrations.getRegistration({ id }, { token: owner.token }),
    );
    expect(new Set(registrations.map(({ status }) => status))).toEqual(new Set(['paid']));

    await provider.comesBack();
    const open = all.flatMap(({ intent }) => (intent === undefined ? [] : [intent]));
    expect(open).toHaveLength(PAYMENTS / 2);
    await eventually(
      'what was open is cancelled at the provider',
      async () => {
        const now = await provider.intents();
        return open.every((id) => now.get(id) === 'canceled');
      },
      60_000,
    );
    await eventually(
      'nothing is left to be done',
      async () => {
        const { rows: left } = await world.db.query(
          `SELECT p.status FROM registration_payments p WHERE registration_id = ANY($1::uuid[])
           AND (p.status NOT IN ('settled', 'cancelled') OR EXISTS (SELECT FROM due d WHERE d.id = p.id))`,
          [ids],
        );
        return left.length === 0;
      },
      60_000,
    );
  },
);
