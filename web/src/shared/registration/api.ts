import { CLIENT_PAGE_SIZE, PRIORITY_LIST_SIZE } from '@g2/gateway/contract/common';
import type { Holder, HolderBody, PatchHolderBody } from '@g2/gateway/contract/holders';
import type { OwnListSort, Registration, RegistrationDetails } from '@g2/gateway/contract/registrations';
import { holderRoutes } from '@g2/gateway/contract/routes/holders';
import { registrationRoutes } from '@g2/gateway/contract/routes/registrations';
import { PRIORITY_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** First part of the keys of everything about registrations. */
export const REGISTRATIONS = registrationRoutes.listRegistrations.path;

/** What a page of the client's own registrations is asked by; empty: of any status, newest first. */
export interface OwnList {
  readonly page: number;
  readonly search: string;
  readonly status: RegistrationStatus | '';
  readonly sort: OwnListSort | '';
}

export const registrationsQuery = (list: OwnList) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'list', list],
    queryFn: ({ signal }) =>
      call(registrationRoutes.listRegistrations, { query: { ...list, limit: CLIENT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** One page of those that were paid, newest first: each has a receipt. */
export const paidQuery = (page: number) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'paid', { page }],
    queryFn: ({ signal }) =>
      call(registrationRoutes.listRegistrations, {
        query: { page, paid: 'true', limit: CLIENT_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** What waits for the client, most urgent first: to be corrected, paid, downloaded, or to get its file. */
export const priorityQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'priority'],
  queryFn: ({ signal }) =>
    call(registrationRoutes.listRegistrations, {
      query: {
        status: PRIORITY_STATUSES.join(','),
        sort: 'priority',
        waiting: 'true',
        limit: PRIORITY_LIST_SIZE,
      },
      signal,
    }),
});

export const statsQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'stats'],
  queryFn: ({ signal }) => call(registrationRoutes.getRegistrationStats, { signal }),
});

export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(registrationRoutes.getRegistration, { params: { id }, signal }),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'history', id],
    queryFn: ({ signal }) =>
      call(registrationRoutes.getRegistrationHistory, { params: { id }, query: { limit: 100 }, signal }),
  });

export const holdersQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'holders', id],
    queryFn: ({ signal }) =>
      call(holderRoutes.listHolders, { params: { id }, query: { limit: 100 }, signal }),
  });

/** The page of one registration, its owner's. */
export const recordPath = (id: string): string => `/registros/${id}`;

/** Refreshes everything that shows registrations. */
export function refreshRegistrations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [REGISTRATIONS] });
}

/** Creates a registration; the placeholders are those of spec §7. */
export function createRegistration(
  details: RegistrationDetails,
  idempotencyKey: string,
): Promise<Registration> {
  const body = { ...details, sha256: '0'.repeat(64), fileName: 'pending', fileSize: 0 };
  return call(registrationRoutes.createRegistration, { body, idempotencyKey });
}

export function updateRegistration(id: string, details: RegistrationDetails): Promise<Registration> {
  return call(registrationRoutes.updateRegistration, { params: { id }, body: details });
}

export function deleteRegistration(id: string): Promise<void> {
  return call(registrationRoutes.deleteRegistration, { params: { id } });
}

/** After corrections on a paid registration: back to paid, without a charge (api-rules R3). */
export function resubmitRegistration(id: string, idempotencyKey: string): Promise<Registration> {
  return call(registrationRoutes.resubmitRegistration, { params: { id }, idempotencyKey });
}

export function addHolder(id: string, body: HolderBody, idempotencyKey: string): Promise<Holder> {
  return call(holderRoutes.addHolder, { params: { id }, body, idempotencyKey });
}

/** Changes a holder in place; what is absent stays. */
export function updateHolder(id: string, holderId: string, body: PatchHolderBody): Promise<Holder> {
  return call(holderRoutes.updateHolder, { params: { id, holderId }, body });
}

export function removeHolder(id: string, holderId: string): Promise<void> {
  return call(holderRoutes.removeHolder, { params: { id, holderId } });
}
