import { expect } from 'vitest';
import type { Client } from './client.ts';

export type CodeIntent = {
  paymentIntentId: string;
  clientSecret: string;
  amount: number;
  voucher: { code: string } | null;
};

/** With this test e-mail of Stripe, a voucher stays open until the test pays it or lets it expire. */
const PAYER = {
  name: 'João da Silva',
  taxId: '529.982.247-25',
  email: 'fill_never@example.com',
  address: {
    line1: 'Av. Paulista',
    number: '1234',
    complement: '',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    postalCode: '01310-000',
  },
};

export const createCode = (
  api: Client,
  registrationId: string,
  method: 'pix' | 'boleto',
): Promise<CodeIntent> =>
  api.post(`/api/registrations/${registrationId}/payment-intent`, { method, payer: PAYER });

export const createCreditsCode = (
  api: Client,
  packageId: string,
  method: 'pix' | 'boleto',
): Promise<CodeIntent> =>
  api.post('/api/credit-purchase/payment-intent', { packageId, method, payer: PAYER });

/** The open payment of a registration; null when there is none. */
export const openIntent = async (api: Client, id: string): Promise<CodeIntent | null> =>
  (await api.ok<{ intent: CodeIntent | null }>(`/api/registrations/${id}/payment`)).intent;

export async function settleCode(
  api: Client,
  paymentIntentId: string,
  outcome: 'pay' | 'expire',
): Promise<void> {
  const { apiBase } = await api.ok<{ apiBase: string }>('/api/payment-config');
  const response = await fetch(`${apiBase}/_sim/vouchers/${paymentIntentId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  });
  expect(response.status).toBe(200);
}
