import { ownDataRoutes } from '@g2/gateway/contract/routes/own-data';
import { registrationRoutes } from '@g2/gateway/contract/routes/registrations';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/call.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';

export const EXPORT_PATH = pathOf(ownDataRoutes.exportOwnData);

const MAX_ROWS = 100;

/** The user's numbers of paid and unpaid registrations. Counts at most 100 unpaid ones; beyond that `paid` is null. */
export const registrationCountsQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'own-data-counts'],
  queryFn: async ({ signal }) => {
    const [all, submitted] = await Promise.all([
      call(registrationRoutes.getRegistrationStats, { signal }),
      call(registrationRoutes.listRegistrations, { query: { status: 'submitted', limit: MAX_ROWS }, signal }),
    ]);
    const unpaid = submitted.items.filter((one) => one.paymentPaidAt === null).length;
    const isWhole = submitted.total <= submitted.items.length;
    return { unpaid, isWhole, paid: isWhole ? all.totalRegistrations - unpaid : null };
  },
});

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (currentPassword: string) => call(ownDataRoutes.deleteAccount, { body: { currentPassword } }),
  });
}
