import { PAYMENT_STATUS_NAMES } from '@g2/gateway/contract/payments';
import { adminPaymentRoutes } from '@g2/gateway/contract/routes/admin-payments';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { userRoutes } from '@g2/gateway/contract/routes/users';
import type { User } from '@g2/gateway/contract/users';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { formatCents } from '../../lib/format.ts';
import { nameOfStatus } from '../../shared/registration/status-badge.tsx';
import { texts } from './texts.ts';

/** One line of what was found: where it leads, what it is called, and what tells it from others. */
export interface Found {
  readonly to: string;
  readonly name: string;
  readonly detail: string;
}

/** What was found of a kind. */
interface Kind {
  readonly items: readonly Found[];
  readonly total: number;
  readonly capped: boolean;
  /** The whole list of it. */
  readonly all: string;
}

/** So many of each kind are shown. */
const SHOWN = 5;
/** Fewer letters are in nearly everything. */
export const SHORTEST = 2;

type Page = { total: number; totalCapped?: boolean | undefined };
const kind = ({ total, totalCapped = false }: Page, items: readonly Found[], all: string): Kind => ({
  items,
  total,
  capped: totalCapped,
  all,
});

const asked = (search: string) => ({ search, limit: SHOWN });
const searchIn = (list: string, search: string) => `${list}?${new URLSearchParams({ search })}`;

const registrationsQuery = (search: string) =>
  queryOptions({
    queryKey: [operatorRoutes.listQueue.path, 'found', search],
    queryFn: async ({ signal }) => {
      const page = await call(operatorRoutes.listQueue, { query: asked(search), signal });
      const items = page.items.map(({ id, title, applicantName, status }) => ({
        to: `/operator/registrations/${id}`,
        name: title,
        detail: `${applicantName} · ${nameOfStatus(status)}`,
      }));
      return kind(page, items, searchIn('/operator', search));
    },
  });

const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [userRoutes.listUsers.path, 'found', search],
    queryFn: async ({ signal }) => {
      const page = await call(userRoutes.listUsers, { query: asked(search), signal });
      const items = page.items.map((user) => ({
        to: `/admin/users/${user.id}`,
        name: `${user.firstName} ${user.lastName}`.trim() || user.email,
        detail: user.email,
      }));
      return kind(page, items, searchIn('/admin/users', search));
    },
  });

const paymentsQuery = (search: string) =>
  queryOptions({
    queryKey: [adminPaymentRoutes.listPayments.path, 'found', search],
    queryFn: async ({ signal }) => {
      const page = await call(adminPaymentRoutes.listPayments, { query: asked(search), signal });
      const items = page.items.map(({ id, amount, payerName, registrationTitle, status }) => ({
        to: `/admin/payments?${new URLSearchParams({ search, open: id })}`,
        name: `${formatCents(amount)} · ${payerName ?? texts.nobody}`,
        detail: [registrationTitle, PAYMENT_STATUS_NAMES[status]].filter(Boolean).join(' · '),
      }));
      return kind(page, items, searchIn('/admin/payments', search));
    },
  });

type GroupName = 'registrations' | 'people' | 'payments';

/** What is known of a group: nothing yet, that it could not be asked, or what was found. */
export interface Group {
  readonly name: GroupName;
  readonly kind: Kind | undefined;
  readonly failed: boolean;
}

/** What all that one's role may look through has of a text. */
export function useFound(role: User['role'], search: string): readonly Group[] {
  const isAdmin = role === 'admin';
  const names: readonly GroupName[] = isAdmin ? ['registrations', 'people', 'payments'] : ['registrations'];
  const queries = { registrations: registrationsQuery, people: peopleQuery, payments: paymentsQuery };
  const enabled = search.length >= SHORTEST;
  const answers = useQueries({ queries: names.map((name) => ({ ...queries[name](search), enabled })) });
  return names.map((name, index) => ({
    name,
    kind: answers[index]?.data,
    failed: answers[index]?.isLoadingError ?? false,
  }));
}
