import { createHmac, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Client, demoSession, signUp, type User } from './support/client.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

type Row = { id: string; status: string; paymentIntentId: string | null; errorMessage: string | null };

const AGE_S = 301;

const signed = (body: string, secret: string, at = Date.now() / 1000): string => {
  const time = Math.floor(at);
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${mac}`;
};

const rowsOf = async (admin: Client, intent: string): Promise<Row[]> => {
  const listed = await admin.ok<{ items: Row[] }>('/api/admin/webhook-events?status=failed&limit=100');
  return listed.items.filter((one) => one.paymentIntentId === intent);
};

it('refuses forged webhooks with 400, shows admins why, replays none, moves nothing', async () => {
  const { webhookUrl, webhookSecret } = stackFacts();
  const admin = await demoSession(stackUrl(), 'admin');
  const { client } = await signUp(stackUrl());
  const { paymentIntentId } = await client.post<{ paymentIntentId: string }>(
    '/api/credit-purchase/payment-intent',
    { packageId: 'registration' },
  );
  const object = { id: paymentIntentId, object: 'payment_intent', status: 'succeeded' };
  const event = { id: `evt_${randomUUID().replaceAll('-', '')}`, type: 'payment_intent.succeeded' };
  const body = JSON.stringify({ ...event, object: 'event', livemode: false, created: 1, data: { object } });
  const past = Date.now() / 1000 - AGE_S;
  const headers: Record<string, string>[] = [
    {},
    { 'stripe-signature': signed(body, 'whsec_forged') },
    { 'stripe-signature': signed(`${body} `, webhookSecret) },
    { 'stripe-signature': signed(body, webhookSecret, past) },
  ];
  for (const [index, more] of headers.entries()) {
    const sent = { 'content-type': 'application/json', ...more };
    expect((await fetch(webhookUrl, { method: 'POST', body, headers: sent })).status).toBe(400);
    expect(await rowsOf(admin, paymentIntentId)).toHaveLength(index + 1);
  }
  const rows = await rowsOf(admin, paymentIntentId);
  expect(rows.map((one) => one.errorMessage?.split(':')[0]).toReversed()).toEqual([
    'Sem assinatura do Stripe',
    'Assinatura inválida',
    'Assinatura inválida',
    'Assinatura vencida',
  ]);
  const replay = await admin.send(`/api/admin/webhook-events/${rows[0]?.id}/replay`, {
    method: 'POST',
    body: {},
  });
  expect(replay).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await client.ok<User>('/api/auth/user')).credits).toBe(0);
});
