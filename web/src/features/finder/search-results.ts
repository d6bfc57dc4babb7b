import { adminPaymentCalls } from '@g2/gateway/contract/gen/calls/admin-payments';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { contactCalls } from '@g2/gateway/contract/gen/calls/contacts';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import { PAYMENT_STATUS_NAMES } from '@g2/gateway/contract/payments';
import type { User } from '@g2/gateway/contract/users';
import { certificateStatusName, verificationPath } from '@g2/gateway/contract/verification';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { formatCents } from '../../lib/format.ts';
import { nameOfStatus } from '../../shared/registration/status-badge.tsx';
import { texts } from './texts.ts';

/** One search result: its link, its name and a detail that distinguishes it from others. */
export interface SearchResult {
  readonly to: string;
  readonly name: string;
  readonly detail: string;
}

interface ResultList {
  readonly items: readonly SearchResult[];
  readonly total: number;
  readonly capped: boolean;
  /** Link to the full list. */
  readonly all: string;
}

/** Maximum number of results shown per kind. */
const MAX_RESULTS = 5;
/** Minimum length of a search: a single letter would match nearly everything. */
const MIN_SEARCH_LENGTH = 2;
export const isSearchable = (search: string): boolean => search.trim().length >= MIN_SEARCH_LENGTH;

type PageTotals = { total: number; totalCapped?: boolean | undefined };
const resultList = (
  { total, totalCapped = false }: PageTotals,
  items: readonly SearchResult[],
  all: string,
): ResultList => ({ items, total, capped: totalCapped, all });

const listQuery = (search: string) => ({ search, limit: MAX_RESULTS });
const listUrl = (list: string, search: string) => `${list}?${new URLSearchParams({ search })}`;

const registrationsQuery = (search: string) =>
  queryOptions({
    queryKey: [operatorCalls.listQueue.path, 'found', search],
    queryFn: async ({ signal }) => {
      const page = await call(operatorCalls.listQueue, { query: listQuery(search), signal });
      const items = page.items.map(({ id, title, applicantName, status }) => ({
        to: `/operator/registrations/${id}`,
        name: title,
        detail: `${applicantName} · ${nameOfStatus(status)}`,
      }));
      return resultList(page, items, listUrl('/operator', search));
    },
  });

const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [userCalls.listUsers.path, 'found', search],
    queryFn: async ({ signal }) => {
      const page = await call(userCalls.listUsers, { query: listQuery(search), signal });
      const items = page.items.map((user) => ({
        to: `/admin/users/${user.id}`,
        name: `${user.firstName} ${user.lastName}`.trim() || user.email,
        detail: user.email,
      }));
      return resultList(page, items, listUrl('/admin/users', search));
    },
  });

const paymentsQuery = (search: string) =>
  queryOptions({
    queryKey: [adminPaymentCalls.listPayments.path, 'found', search],
    queryFn: async ({ signal }) => {
      const page = await call(adminPaymentCalls.listPayments, { query: listQuery(search), signal });
      const items = page.items.map(({ id, amount, payerName, registrationTitle, status }) => ({
        to: `/admin/payments?${new URLSearchParams({ search, open: id })}`,
        name: `${formatCents(amount)} · ${payerName ?? texts.unknownPayer}`,
        detail: [registrationTitle, PAYMENT_STATUS_NAMES[status]].filter(Boolean).join(' · '),
      }));
      return resultList(page, items, listUrl('/admin/payments', search));
    },
  });

/** A certificate's number up to its sequence, in any spelling, or a URL that ends with it. */
const CERTIFICATE_NUMBER = /(?:^|\/)G2[\s\u2010-\u2015-]*\d{4}[\s\u2010-\u2015-]*\d{6}/i;

/** The registration of a certificate's number, and the certificate's public page. */
const certificatesQuery = (search: string) =>
  queryOptions({
    queryKey: [operatorCalls.listQueue.path, 'found-certificate', search],
    queryFn: async ({ signal }) => {
      const page = await call(operatorCalls.listQueue, { query: { search, limit: 1 }, signal });
      const [record] = page.items;
      const evidence =
        record && (await call(certificateCalls.getEvidence, { params: { id: record.id }, signal }));
      if (!record || !evidence?.number) return resultList({ total: 0 }, [], '');
      const { number, status } = evidence;
      const statusText = status === null ? '' : ` · ${certificateStatusName(status)}`;
      const items = [
        { to: `/operator/registrations/${record.id}`, name: number, detail: `${record.title}${statusText}` },
        { to: verificationPath(number), name: texts.publicPage, detail: number },
      ];
      return resultList({ total: items.length }, items, '');
    },
  });

/** A contact's number or its beginning, in any spelling. */
const CONTACT_NUMBER = /^AT[\s\u2010-\u2015-]*\d{4}(?:[\s\u2010-\u2015-]*\d{1,6})?$/i;

const contactsQuery = (search: string) => {
  const [, year, rest = ''] = /(\d{4})\D*(\d*)$/.exec(search) ?? [];
  const number = `AT-${year}-${rest}`;
  return queryOptions({
    queryKey: [contactCalls.listContacts.path, 'found', number],
    queryFn: async ({ signal }) => {
      const page = await call(contactCalls.listContacts, { query: listQuery(number), signal });
      const items = page.items.map((one) => ({
        to: `/operator/atendimentos/${one.number}`,
        name: one.number,
        detail: `${one.subject} · ${one.name}`,
      }));
      return resultList(page, items, listUrl('/operator/atendimentos', number));
    },
  });
};

type GroupName = 'contacts' | 'certificates' | 'registrations' | 'people' | 'payments';

const QUERIES = {
  contacts: contactsQuery,
  certificates: certificatesQuery,
  registrations: registrationsQuery,
  people: peopleQuery,
  payments: paymentsQuery,
};

/** State of one kind of result: `results` is undefined while loading and after a failure. */
export interface ResultGroup {
  readonly name: GroupName;
  readonly results: ResultList | undefined;
  readonly failed: boolean;
}

/** Searches everything that the role may read. */
export function useSearchResults(role: User['role'], search: string): readonly ResultGroup[] {
  const names: readonly GroupName[] = [
    ...(CONTACT_NUMBER.test(search.trim()) ? (['contacts'] as const) : []),
    ...(CERTIFICATE_NUMBER.test(search) ? (['certificates'] as const) : []),
    'registrations',
    ...(role === 'admin' ? (['people', 'payments'] as const) : []),
  ];
  const enabled = isSearchable(search);
  const answers = useQueries({ queries: names.map((name) => ({ ...QUERIES[name](search), enabled })) });
  return names.map((name, index) => ({
    name,
    results: answers[index]?.data,
    failed: answers[index]?.isLoadingError ?? false,
  }));
}
