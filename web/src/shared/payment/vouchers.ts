import type { OpenVoucher } from '@g2/gateway/contract/open-payments';
import type { Registration } from '@g2/gateway/contract/registrations';
import { paymentRoutes } from '@g2/gateway/contract/routes/payments';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { REGISTRATIONS } from '../registration/api.ts';

/** An unpaid Pix or boleto; its code is null while the provider cannot be reached. */
export type Awaited = OpenVoucher['voucher'];

/** The key begins with REGISTRATIONS: refreshing registrations refreshes their open payments too. */
const VOUCHERS = [REGISTRATIONS, 'vouchers'] as const;

const openVouchersQuery = queryOptions({
  queryKey: VOUCHERS,
  queryFn: ({ signal }) => call(paymentRoutes.listOpenVouchers, { signal }),
});

/** The open Pix or boleto of a registration of the client; null if there is none. */
export function useOpenVoucher({ id, canPay }: Pick<Registration, 'id' | 'canPay'>): Awaited | null {
  const { data } = useQuery({ ...openVouchersQuery, enabled: canPay });
  return (canPay && data?.items.find(({ registrationId }) => registrationId === id)?.voucher) || null;
}

/** Call after a Pix or boleto was created or replaced by another method. */
export const refreshVouchers = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: VOUCHERS });
