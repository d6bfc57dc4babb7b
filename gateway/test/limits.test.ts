import { AppError } from '@g2/terms/errors';
import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from './http.ts';
import { createStage, type Stage } from './test-gateway.ts';

let stage: Stage;
afterEach(() => stage.close());

const ID = '0192f0c0-0000-7000-8000-000000000001';
const LIMITS = {
  WRITES_PER_MINUTE: '4',
  INTENTS_PER_MINUTE: '2',
  SEARCHES_PER_MINUTE: '2',
  PDFS_PER_MINUTE: '2',
};

const open = async () => {
  stage = await createStage({
    env: LIMITS,
    roles: {
      registrations: {
        listOwn: async () => ({ items: [], total: 0, totalCapped: false }),
        deleteRegistration: async () => ({}),
      },
      payments: {
        createPurchaseIntent: async () => {
          throw new AppError('not-payable');
        },
      },
      certificates: { getCertificate: async () => ({ content: Buffer.from('%PDF-'), fileName: 'c.pdf' }) },
    },
  });
  return stage.signIn();
};

/** Sends requests one after the other and returns their statuses. */
async function statuses(times: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < times; n++) seen.push((await send()).status);
  return seen;
}

describe('limits per user and minute', () => {
  it.each([
    ['writes', 4, 204, (client: Client) => client.delete(`/api/registrations/${ID}`)],
    [
      'intents',
      2,
      400,
      (client: Client) => client.post('/api/credit-purchase/payment-intent', { packageId: 'update' }),
    ],
    ['searches', 2, 200, (client: Client) => client.get('/api/registrations?search=sistema')],
    ['PDFs', 2, 200, (client: Client) => client.get(`/api/registrations/${ID}/certificate`)],
  ])('of %s return 429 with Retry-After above the limit', async (_what, most, status, send) => {
    const client = await open();
    expect(await statuses(most, () => send(client))).toEqual(Array(most).fill(status));
    const refused = await send(client);
    expect([refused.status, refused.json.code]).toEqual([429, 'too-many-requests']);
    expect(refused.json.message).toBe('Muitas tentativas. Aguarde um pouco e tente de novo.');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    // The limit is per user: another user is not refused.
    expect((await send(stage.signIn())).status).toBe(status);
  });

  it('of searches ignore lists without a search', async () => {
    const client = await open();
    expect(await statuses(6, () => client.get('/api/registrations'))).toEqual(Array(6).fill(200));
    expect(await statuses(6, () => client.get('/api/registrations?search='))).toEqual(Array(6).fill(200));
  });
});
