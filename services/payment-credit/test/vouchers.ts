import { eventually } from '@g2/kit/testing';
import type { Payer } from '@g2/proto/payment';
import { paymentsOf } from './payments.ts';
import { ownWorld, type User, type World } from './world.ts';

/** The service with Pix and boleto enabled. */
export const testServiceWithVouchers = (): Promise<World> =>
  ownWorld({ STRIPE_PAYMENT_METHODS: 'card,pix,boleto' });

/** Stripe's test e-mail `fill_never` keeps a code unpaid until a test pays or expires it. */
export const PAYER: Payer = {
  name: 'João da Silva',
  taxId: '529.982.247-25',
  email: 'fill_never@example.com',
  address: {
    line1: 'Av. Paulista',
    number: '1234',
    complement: 'cj. 5',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    postalCode: '01310-000',
  },
};

export type Method = 'card' | 'pix' | 'boleto';

export const startPayment = (world: World, owner: User, id: string, method?: Method) =>
  world.rpc.createRegistrationIntent(
    { id, ...(method ? { method } : {}), ...(method && method !== 'card' ? { payer: PAYER } : {}) },
    { token: owner.token, deadlineMs: 15_000 },
  );

/** Pays or expires the code of an intent. */
export const endVoucher = async (
  world: World,
  intentId: string,
  outcome: 'pay' | 'expire',
): Promise<void> => {
  const answer = await world.control(`/_sim/vouchers/${intentId}`, { outcome });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`);
};

/** Waits for the statuses of a registration's attempts, oldest first. */
export const attemptsBecome = (world: World, registrationId: string, ...wanted: string[]) =>
  eventually(`attempts are ${wanted.join()}`, async () => {
    const rows = await paymentsOf(world, registrationId);
    return rows.map((row) => row.status).join() === wanted.join() && rows;
  });
