import type { Page } from '@g2/gateway/contract/common';
import { CLIENT_PAGE_SIZE, PRIORITY_LIST_SIZE } from '@g2/gateway/contract/common';
import type { Holder, HolderBody } from '@g2/gateway/contract/holders';
import type {
  ClientHistoryEntry,
  Registration,
  RegistrationDetails,
  RegistrationStats,
} from '@g2/gateway/contract/registrations';
import { PRIORITY_STATUSES } from '@g2/gateway/contract/statuses';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { request, withQuery } from './http.ts';

/** First part of the keys of everything about registrations. */
export const REGISTRATIONS = '/api/registrations';

/** One page of the client's own registrations, newest first. */
export const registrationsQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'list', { page, search }],
    queryFn: ({ signal }) =>
      request<Page<Registration>>(
        'GET',
        withQuery(REGISTRATIONS, { page, search, limit: CLIENT_PAGE_SIZE }),
        {
          signal,
        },
      ),
    placeholderData: keepPreviousData,
  });

/** What waits for the client, most urgent first: to be corrected, paid, downloaded, or to get its file. */
export const priorityQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'priority'],
  queryFn: ({ signal }) =>
    request<Page<Registration>>(
      'GET',
      withQuery(REGISTRATIONS, {
        status: PRIORITY_STATUSES.join(','),
        sort: 'priority',
        limit: PRIORITY_LIST_SIZE,
      }),
      { signal },
    ),
});

export const statsQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'stats'],
  queryFn: ({ signal }) => request<RegistrationStats>('GET', `${REGISTRATIONS}/stats`, { signal }),
});

export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => request<Registration>('GET', `${REGISTRATIONS}/${id}`, { signal }),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'history', id],
    queryFn: ({ signal }) =>
      request<Page<ClientHistoryEntry>>('GET', withQuery(`${REGISTRATIONS}/${id}/history`, { limit: 100 }), {
        signal,
      }),
  });

export const holdersQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'holders', id],
    queryFn: ({ signal }) =>
      request<Page<Holder>>('GET', withQuery(`${REGISTRATIONS}/${id}/holders`, { limit: 100 }), { signal }),
  });

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
  return request('POST', REGISTRATIONS, { body, idempotencyKey });
}

export function updateRegistration(id: string, details: RegistrationDetails): Promise<Registration> {
  return request('PATCH', `${REGISTRATIONS}/${id}`, { body: details });
}

export function deleteRegistration(id: string): Promise<void> {
  return request('DELETE', `${REGISTRATIONS}/${id}`);
}

/** After corrections on a paid registration: back to paid, without a charge (contract rule 3). */
export function resubmitRegistration(id: string, idempotencyKey: string): Promise<Registration> {
  return request('POST', `${REGISTRATIONS}/${id}/resubmit`, { idempotencyKey });
}

export function addHolder(id: string, body: HolderBody, idempotencyKey: string): Promise<Holder> {
  return request('POST', `${REGISTRATIONS}/${id}/holders`, { body, idempotencyKey });
}

export function removeHolder(id: string, holderId: string): Promise<void> {
  return request('DELETE', `${REGISTRATIONS}/${id}/holders/${holderId}`);
}
