import { createServer, type IncomingMessage } from 'node:http';
import { closeAfterTests, eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { paymentsBecome, paymentsOf } from './payments.ts';
import { startPayment } from './vouchers.ts';
import { FEE, ownWorld } from './world.ts';

const world = await ownWorld();

/** How the proxy answers: normally, by closing the connection, never, or by a 500 for each new idempotency key. */
type Mood = 'well' | 'away' | 'silent' | 'faulty';

/** A proxy to the simulator. Like Stripe, it repeats a 500 for the same idempotency key. */
async function startProvider() {
  const state = { mood: 'well' as Mood };
  const faultyKeys = new Set<string>();
  const forward = async (request: IncomingMessage): Promise<{ status: number; body: string }> => {
    const body = await new Response(ReadableStream.from(request) as never).arrayBuffer();
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const method = request.method ?? 'GET';
    const sent = {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'GET' ? {} : { body }),
    };
    const response = await fetch(`${world.simulator}${request.url}`, sent);
    return { status: response.status, body: await response.text() };
  };
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'] ?? '');
    if (state.mood === 'away') return void request.socket.destroy();
    if (state.mood === 'silent') return;
    if (state.mood === 'faulty' && key !== '') faultyKeys.add(key);
    const answered = faultyKeys.has(key)
      ? Promise.resolve({ status: 500, body: '{"error":{"type":"api_error","message":"at fault"}}' })
      : forward(request);
    void answered.then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return {
    state,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const provider = await closeAfterTests(startProvider());
await world.restart({ STRIPE_API_BASE: provider.url, STRIPE_PAYMENT_METHODS: 'card,boleto' });

async function withCredits() {
  const owner = await world.user();
  await world.credit(owner, FEE);
  return { owner, as: { token: owner.token }, id: await world.payable(owner) };
}

describe('while the provider is unavailable', () => {
  it('lists an open boleto with its expiry but without its digits', async () => {
    provider.state.mood = 'well';
    const { owner, as, id } = await withCredits();
    const { voucher } = await startPayment(world, owner, id, 'boleto');
    provider.state.mood = 'away';
    const { items } = await world.rpc.listOwnVouchers({}, { ...as, deadlineMs: 15_000 });
    expect(items).toMatchObject([
      { registrationId: id, voucher: { method: 'boleto', code: '', expiresAt: voucher?.expiresAt } },
    ]);
  });

  it.each(['away', 'silent'] as const)(
    'accepts a payment with credits, with and without an open card attempt: %s',
    async (mood) => {
      provider.state.mood = 'well';
      const [fresh, open] = [await withCredits(), await withCredits()];
      const intent = await world.rpc.createRegistrationIntent({ id: open.id }, open.as);
      provider.state.mood = mood;
      for (const { id, as, owner } of [fresh, open]) {
        const paid = await world.rpc.payWithCredits({ id }, { ...as, deadlineMs: 15_000 });
        expect(paid).toEqual({ creditsUsed: FEE, balance: 0 });
        expect(await world.balance(owner)).toBe(0);
      }
      provider.state.mood = 'well';
      await eventually('the open intent is cancelled once the provider is back', async () =>
        (await world.intents()).some((one) => one.id === intent.paymentIntentId && one.status === 'canceled'),
      );
      await paymentsBecome(world, open.id, 'card:cancelled', 'credits:settled');
    },
  );

  it('gives back card money that arrives after a payment with credits', async () => {
    const { id, as } = await withCredits();
    const intent = await world.rpc.createRegistrationIntent({ id }, as);
    await world.control('/_sim/webhooks', { mode: 'drop' });
    provider.state.mood = 'away';
    expect((await world.confirm(intent)).status).toBe(200);
    await world.rpc.payWithCredits({ id }, { ...as, deadlineMs: 15_000 });
    provider.state.mood = 'well';
    await world.control('/_sim/webhooks', { mode: 'normal' });
    await paymentsBecome(world, id, 'card:given_back', 'credits:settled');
  });
});

describe('after the provider answered 500, which it repeats for the same idempotency key', () => {
  it('accepts a payment with credits, since there is no intent to cancel', async () => {
    const { id, as } = await withCredits();
    provider.state.mood = 'faulty';
    await expect(world.rpc.createRegistrationIntent({ id }, as)).rejects.toMatchObject({
      code: 'unavailable',
    });
    provider.state.mood = 'well';
    expect(await world.rpc.payWithCredits({ id }, as)).toEqual({ creditsUsed: FEE, balance: 0 });
    await paymentsBecome(world, id, 'card:cancelled', 'credits:settled');
  });

  it('pays by card in the same attempt, with one intent for concurrent calls', async () => {
    const { id, as } = await withCredits();
    provider.state.mood = 'faulty';
    await expect(world.rpc.createRegistrationIntent({ id }, as)).rejects.toMatchObject({
      code: 'unavailable',
    });
    provider.state.mood = 'well';
    const intents = await Promise.all(
      Array.from({ length: 4 }, () => world.rpc.createRegistrationIntent({ id }, as)),
    );
    const [intent] = intents;
    expect(new Set(intents.map((one) => one.paymentIntentId)).size).toBe(1);
    if (!intent) throw new Error('no intent');
    await world.confirm(intent);
    await paymentsBecome(world, id, 'card:settled');
    expect(await paymentsOf(world, id)).toHaveLength(1);
  });
});
