import { ownDataCalls } from '@g2/gateway/contract/gen/calls/own-data';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';

export const EXPORT_PATH = pathOf(ownDataCalls.exportOwnData);

const MAX_ROWS = 100;

/** The user's numbers of paid and unpaid registrations. Counts at most 100 unpaid ones; beyond that `paid` is null. */
export const registrationCountsQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'own-data-counts'],
  queryFn: async ({ signal }) => {
    const [all, submitted] = await Promise.all([
      call(registrationCalls.getRegistrationStats, { signal }),
      call(registrationCalls.listRegistrations, { query: { status: 'submitted', limit: MAX_ROWS }, signal }),
    ]);
    const unpaid = submitted.items.filter((one) => one.paymentPaidAt === null).length;
    const isWhole = submitted.total <= submitted.items.length;
    return { unpaid, isWhole, paid: isWhole ? all.totalRegistrations - unpaid : null };
  },
});

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (currentPassword: string) => call(ownDataCalls.deleteAccount, { body: { currentPassword } }),
  });
}
