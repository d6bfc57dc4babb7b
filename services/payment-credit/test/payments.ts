import { eventually } from '@g2/kit/testing';
import type { User, World } from './world.ts';

/** What the tests look at in the rows of payments. */
export type PaymentRow = {
  id: string;
  method: string;
  status: string;
  refunded_amount: string;
  title: string;
};

export const paymentsOf = async (world: World, registrationId: string): Promise<PaymentRow[]> =>
  (
    await world.db.query<PaymentRow>(
      'SELECT id, method, status, refunded_amount, title FROM registration_payments WHERE registration_id = $1 ORDER BY created_at',
      [registrationId],
    )
  ).rows;

export const statusOf = async (world: World, owner: User, id: string): Promise<string> =>
  (await world.registrations.getRegistration({ id }, { token: owner.token })).status;

export const becomes = (world: World, registrationId: string, ...wanted: string[]) =>
  eventually(`payments are ${wanted.join()}`, async () => {
    const rows = await paymentsOf(world, registrationId);
    return rows.map((row) => `${row.method}:${row.status}`).join() === wanted.join() && rows;
  });
