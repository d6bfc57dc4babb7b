import { adminPaymentCalls } from '@g2/gateway/contract/gen/calls/admin-payments';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { contactCalls } from '@g2/gateway/contract/gen/calls/contacts';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import { PAYMENT_STATUS_NAMES } from '@g2/gateway/contract/payments';
import type { User } from '@g2/gateway/contract/users';
import { certificateStatusName, verificationPath } from '@g2/gateway/contract/verification';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { formatCents } from '../../lib/format.ts';
import { nameOfStatus } from '../../shared/registration/status-badge.tsx';
import { texts } from './texts.ts';

/** Maximum number of results shown per kind. */
const MAX_RESULTS = 5;
/** Minimum length of a search text; a single letter would match nearly everything. */
const MIN_SEARCH_LENGTH = 2;
export const isSearchable = (search: string): boolean => search.trim().length >= MIN_SEARCH_LENGTH;

type SearchResult = Readonly<Record<'to' | 'name' | 'detail', string>>;

interface ResultList {
  readonly items: readonly SearchResult[];
  readonly total: number;
  /** Whether the server stopped counting, so that there are more than `total` results. */
  readonly isTotalMinimum: boolean;
  /** URL of the page that lists all results. */
  readonly listPath: string;
}

type PageTotals = { total: number; totalCapped?: boolean | undefined };

const resultList = (
  { total, totalCapped = false }: PageTotals,
  items: readonly SearchResult[],
  listPath: string,
  search: string,
): ResultList => ({
  items,
  total,
  isTotalMinimum: totalCapped,
  listPath: `${listPath}?${new URLSearchParams({ search })}`,
});

async function findRegistrations(search: string, signal: AbortSignal): Promise<ResultList> {
  const page = await call(operatorCalls.listQueue, { query: { search, limit: MAX_RESULTS }, signal });
  const items = page.items.map(({ id, title, applicantName, status }) => ({
    to: `/operator/registrations/${id}`,
    name: title,
    detail: `${applicantName} · ${nameOfStatus(status)}`,
  }));
  return resultList(page, items, '/operator', search);
}

async function findPeople(search: string, signal: AbortSignal): Promise<ResultList> {
  const page = await call(userCalls.listUsers, { query: { search, limit: MAX_RESULTS }, signal });
  const items = page.items.map(({ id, firstName, lastName, email }) => ({
    to: `/admin/users/${id}`,
    name: `${firstName} ${lastName}`.trim() || email,
    detail: email,
  }));
  return resultList(page, items, '/admin/users', search);
}

async function findPayments(search: string, signal: AbortSignal): Promise<ResultList> {
  const page = await call(adminPaymentCalls.listPayments, { query: { search, limit: MAX_RESULTS }, signal });
  const items = page.items.map(({ id, amount, payerName, registrationTitle, status }) => ({
    to: `/admin/payments?${new URLSearchParams({ search, open: id })}`,
    name: `${formatCents(amount)} · ${payerName ?? texts.unknownPayer}`,
    detail: [registrationTitle, PAYMENT_STATUS_NAMES[status]].filter(Boolean).join(' · '),
  }));
  return resultList(page, items, '/admin/payments', search);
}

/** Beginning of a certificate number with any spaces or dashes, also at the end of a URL. */
const CERTIFICATE_NUMBER = /(?:^|\/)G2[\s\u2010-\u2015-]*\d{4}[\s\u2010-\u2015-]*\d{6}/i;

/** Finds the registration and the public page of a certificate by its number. */
async function findCertificate(search: string, signal: AbortSignal): Promise<ResultList> {
  const page = await call(operatorCalls.listQueue, { query: { search, limit: 1 }, signal });
  const [registration] = page.items;
  const evidence =
    registration && (await call(certificateCalls.getEvidence, { params: { id: registration.id }, signal }));
  const items: SearchResult[] = [];
  if (registration && evidence?.number) {
    const { number, status } = evidence;
    const statusText = status === null ? '' : ` · ${certificateStatusName(status)}`;
    items.push(
      {
        to: `/operator/registrations/${registration.id}`,
        name: number,
        detail: `${registration.title}${statusText}`,
      },
      { to: verificationPath(number), name: texts.publicPage, detail: number },
    );
  }
  return { items, total: items.length, isTotalMinimum: false, listPath: '' };
}

/** A contact number or its beginning, with any spaces or dashes. */
const CONTACT_NUMBER = /^AT[\s\u2010-\u2015-]*\d{4}(?:[\s\u2010-\u2015-]*\d{1,6})?$/i;

async function findContacts(typedText: string, signal: AbortSignal): Promise<ResultList> {
  const [, year, digits = ''] = /(\d{4})\D*(\d*)$/.exec(typedText) ?? [];
  const search = `AT-${year}-${digits}`;
  const page = await call(contactCalls.listContacts, { query: { search, limit: MAX_RESULTS }, signal });
  const items = page.items.map(({ number, subject, name }) => ({
    to: `/operator/atendimentos/${number}`,
    name: number,
    detail: `${subject} · ${name}`,
  }));
  return resultList(page, items, '/operator/atendimentos', search);
}

/** For each kind of result: the API path for the query key, and the search function. */
const SEARCHES = {
  contacts: [contactCalls.listContacts.path, findContacts],
  certificates: [operatorCalls.listQueue.path, findCertificate],
  registrations: [operatorCalls.listQueue.path, findRegistrations],
  people: [userCalls.listUsers.path, findPeople],
  payments: [adminPaymentCalls.listPayments.path, findPayments],
} as const;

type GroupName = keyof typeof SEARCHES;

/** Search state of one kind of result. `results` is undefined while loading and after a failure. */
export interface ResultGroup {
  readonly name: GroupName;
  readonly results: ResultList | undefined;
  readonly hasFailed: boolean;
}

export function useSearchResults(role: User['role'], search: string): readonly ResultGroup[] {
  const names: readonly GroupName[] = [
    ...(CONTACT_NUMBER.test(search.trim()) ? (['contacts'] as const) : []),
    ...(CERTIFICATE_NUMBER.test(search) ? (['certificates'] as const) : []),
    'registrations',
    ...(role === 'admin' ? (['people', 'payments'] as const) : []),
  ];
  const queryResults = useQueries({
    queries: names.map((name) => {
      const [path, findResults] = SEARCHES[name];
      return {
        queryKey: [path, 'found', name, search],
        queryFn: ({ signal }: { signal: AbortSignal }) => findResults(search, signal),
        enabled: isSearchable(search),
      };
    }),
  });
  return names.map((name, index) => ({
    name,
    results: queryResults[index]?.data,
    hasFailed: queryResults[index]?.isLoadingError ?? false,
  }));
}
