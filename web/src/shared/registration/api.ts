import { CLIENT_PAGE_SIZE, PRIORITY_LIST_SIZE } from '@g2/gateway/contract/constants';
import { holderCalls } from '@g2/gateway/contract/gen/calls/holders';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import type { Holder, HolderBody, PatchHolderBody } from '@g2/gateway/contract/holders';
import type { OwnListSort } from '@g2/gateway/contract/registration-terms';
import type { Registration, RegistrationDetails } from '@g2/gateway/contract/registrations';
import { PRIORITY_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** First element of the query keys of all data about the user's own registrations. */
export const REGISTRATIONS = registrationCalls.listRegistrations.path;

/** Parameters of a page of the client's own registrations. Empty `status`: any status; empty `sort`: newest first. */
export interface RegistrationListParams {
  readonly page: number;
  readonly search: string;
  readonly status: RegistrationStatus | '';
  readonly sort: OwnListSort | '';
}

export const registrationsQuery = (list: RegistrationListParams) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'list', list],
    queryFn: ({ signal }) =>
      call(registrationCalls.listRegistrations, { query: { ...list, limit: CLIENT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** One page of the paid registrations, newest first; each has a receipt. */
export const paidRegistrationsQuery = (page: number) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'paid', { page }],
    queryFn: ({ signal }) =>
      call(registrationCalls.listRegistrations, {
        query: { page, paid: 'true', limit: CLIENT_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Registrations that wait for an action of their owner, most urgent first (corrections, payment, download, upload). */
export const priorityQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'priority'],
  queryFn: ({ signal }) =>
    call(registrationCalls.listRegistrations, {
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
  queryFn: ({ signal }) => call(registrationCalls.getRegistrationStats, { signal }),
});

export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(registrationCalls.getRegistration, { params: { id }, signal }),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'history', id],
    queryFn: ({ signal }) =>
      call(registrationCalls.getRegistrationHistory, { params: { id }, query: { limit: 100 }, signal }),
  });

export const holdersQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'holders', id],
    queryFn: ({ signal }) => call(holderCalls.listHolders, { params: { id }, query: { limit: 100 }, signal }),
  });

/** Path of the page on which the owner sees one registration. */
export const registrationPath = (id: string): string => `/registros/${id}`;

export const refreshRegistrations = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [REGISTRATIONS] });

/** Creates a registration. Its file fields have placeholder values until the upload (spec §7). */
export function createRegistration(
  details: RegistrationDetails,
  idempotencyKey: string,
): Promise<Registration> {
  const body = { ...details, sha256: '0'.repeat(64), fileName: 'pending', fileSize: 0 };
  return call(registrationCalls.createRegistration, { body, idempotencyKey });
}

export const updateRegistration = (id: string, details: RegistrationDetails): Promise<Registration> =>
  call(registrationCalls.updateRegistration, { params: { id }, body: details });

export const deleteRegistration = (id: string): Promise<void> =>
  call(registrationCalls.deleteRegistration, { params: { id } });

/** Resubmits a paid registration after corrections: its status becomes paid again, without a charge (api-rules R3). */
export const resubmitRegistration = (id: string, idempotencyKey: string): Promise<Registration> =>
  call(registrationCalls.resubmitRegistration, { params: { id }, idempotencyKey });

export const addHolder = (id: string, body: HolderBody, idempotencyKey: string): Promise<Holder> =>
  call(holderCalls.addHolder, { params: { id }, body, idempotencyKey });

export const updateHolder = (id: string, holderId: string, body: PatchHolderBody): Promise<Holder> =>
  call(holderCalls.updateHolder, { params: { id, holderId }, body });

export const removeHolder = (id: string, holderId: string): Promise<void> =>
  call(holderCalls.removeHolder, { params: { id, holderId } });
