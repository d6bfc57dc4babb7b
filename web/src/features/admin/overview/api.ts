import { NO_OPERATOR } from '@g2/gateway/contract/queue';
import { adminPaymentRoutes } from '@g2/gateway/contract/routes/admin-payments';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { STAFF_REGISTRATIONS } from '../../../shared/registration/staff-api.ts';

/** The number of open registrations without an operator, up to the cap of list counts. */
export const unassignedQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'unassigned-count'],
  queryFn: async ({ signal }) => {
    const query = { operator: NO_OPERATOR, limit: 1 } as const;
    const { total, totalCapped = false } = await call(operatorRoutes.listQueue, { query, signal });
    return { total, totalCapped };
  },
});

/** The paid registration that has waited longest; null if there is none. */
export const oldestQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'oldest'],
  queryFn: async ({ signal }) => {
    const query = { status: 'paid', sort: 'statusUpdatedAt', limit: 1 } as const;
    return (await call(operatorRoutes.listQueue, { query, signal })).items[0] ?? null;
  },
});

/** Totals of the payments started on a civil day. */
export const moneyOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: [adminPaymentRoutes.listPayments.path, 'of-day', day],
    queryFn: async ({ signal }) => {
      const query = { from: day, to: day, limit: 1 };
      return (await call(adminPaymentRoutes.listPayments, { query, signal })).totals;
    },
  });
