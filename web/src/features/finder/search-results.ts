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
/** Minimum length of a search: a single letter would match nearly everything. */
const MIN_SEARCH_LENGTH = 2;
export const isSearchable = (search: string): boolean => search.trim().length >= MIN_SEARCH_LENGTH;

type SearchResult = Readonly<Record<'to' | 'name' | 'detail', string>>;

interface ResultList {
  readonly items: readonly SearchResult[];
  readonly total: number;
  readonly capped: boolean;
  readonly all: string;
}

type PageTotals = { total: number; totalCapped?: boolean | undefined };

const resultList = (
  { total, totalCapped = false }: PageTotals,
  items: readonly SearchResult[],
  list: string,
  search: string,
): ResultList => ({ items, total, capped: totalCapped, all: `${list}?${new URLSearchParams({ search })}` });

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

/** A certificate's number up to its sequence, in any spelling, or a URL that ends with it. */
const CERTIFICATE_NUMBER = /(?:^|\/)G2[\s\u2010-\u2015-]*\d{4}[\s\u2010-\u2015-]*\d{6}/i;

/** The registration of a certificate's number, and the certificate's public page. */
async function findCertificate(search: string, signal: AbortSignal): Promise<ResultList> {
  const page = await call(operatorCalls.listQueue, { query: { search, limit: 1 }, signal });
  const [record] = page.items;
  const evidence =
    record && (await call(certificateCalls.getEvidence, { params: { id: record.id }, signal }));
  const items: SearchResult[] = [];
  if (record && evidence?.number) {
    const { number, status } = evidence;
    const statusText = status === null ? '' : ` · ${certificateStatusName(status)}`;
    items.push(
      { to: `/operator/registrations/${record.id}`, name: number, detail: `${record.title}${statusText}` },
      { to: verificationPath(number), name: texts.publicPage, detail: number },
    );
  }
  return { items, total: items.length, capped: false, all: '' };
}

/** A contact's number or its beginning, in any spelling. */
const CONTACT_NUMBER = /^AT[\s\u2010-\u2015-]*\d{4}(?:[\s\u2010-\u2015-]*\d{1,6})?$/i;

async function findContacts(typed: string, signal: AbortSignal): Promise<ResultList> {
  const [, year, rest = ''] = /(\d{4})\D*(\d*)$/.exec(typed) ?? [];
  const search = `AT-${year}-${rest}`;
  const page = await call(contactCalls.listContacts, { query: { search, limit: MAX_RESULTS }, signal });
  const items = page.items.map(({ number, subject, name }) => ({
    to: `/operator/atendimentos/${number}`,
    name: number,
    detail: `${subject} · ${name}`,
  }));
  return resultList(page, items, '/operator/atendimentos', search);
}

/** Each kind of result: the path of the list that it is read from, and its search. */
const SEARCHES = {
  contacts: [contactCalls.listContacts.path, findContacts],
  certificates: [operatorCalls.listQueue.path, findCertificate],
  registrations: [operatorCalls.listQueue.path, findRegistrations],
  people: [userCalls.listUsers.path, findPeople],
  payments: [adminPaymentCalls.listPayments.path, findPayments],
} as const;

type GroupName = keyof typeof SEARCHES;

/** State of one kind of result: `results` is undefined while loading and after a failure. */
export interface ResultGroup {
  readonly name: GroupName;
  readonly results: ResultList | undefined;
  readonly failed: boolean;
}

export function useSearchResults(role: User['role'], search: string): readonly ResultGroup[] {
  const names: readonly GroupName[] = [
    ...(CONTACT_NUMBER.test(search.trim()) ? (['contacts'] as const) : []),
    ...(CERTIFICATE_NUMBER.test(search) ? (['certificates'] as const) : []),
    'registrations',
    ...(role === 'admin' ? (['people', 'payments'] as const) : []),
  ];
  const answers = useQueries({
    queries: names.map((name) => {
      const [path, find] = SEARCHES[name];
      return {
        queryKey: [path, 'found', name, search],
        queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
        enabled: isSearchable(search),
      };
    }),
  });
  return names.map((name, index) => ({
    name,
    results: answers[index]?.data,
    failed: answers[index]?.isLoadingError ?? false,
  }));
}
