import type { OpenVoucher } from '@g2/gateway/contract/open-payments';
import type { Registration } from '@g2/gateway/contract/registrations';
import { paymentRoutes } from '@g2/gateway/contract/routes/payments';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { REGISTRATIONS } from '../registration/api.ts';

/** A Pix or boleto that waits to be paid; without its code while the provider cannot be read. */
export type Awaited = OpenVoucher['voucher'];

/** Among the keys of registrations: what changes one may change its code as well. */
const VOUCHERS = [REGISTRATIONS, 'vouchers'] as const;

const openVouchersQuery = queryOptions({
  queryKey: VOUCHERS,
  queryFn: ({ signal }) => call(paymentRoutes.listOpenVouchers, { signal }),
});

/** The code that the payer of one's registration was shown, as long as it waits; null where there is none. */
export function useOpenVoucher({ id, canPay }: Pick<Registration, 'id' | 'canPay'>): Awaited | null {
  const { data } = useQuery({ ...openVouchersQuery, enabled: canPay });
  return (canPay && data?.items.find(({ registrationId }) => registrationId === id)?.voucher) || null;
}

/** After a code was made, or another way to pay took its place. */
export const refreshVouchers = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: VOUCHERS });
