import { MAX_PAGE_SIZE, type Page } from '@g2/gateway/contract/common';
import type { Holder } from '@g2/gateway/contract/holders';
import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { queryOptions } from '@tanstack/react-query';
import { request, withQuery } from './http.ts';

/** Where staff read a registration; first part of the keys of everything read there. */
export const STAFF_REGISTRATIONS = '/api/operator/registrations';

/** A registration's status changes, oldest first, with what only staff see of them. */
export const staffHistoryQuery = (id: string) => partQuery<HistoryEntry>(id, 'history');

/** A registration's rights holders. */
export const staffHoldersQuery = (id: string) => partQuery<Holder>(id, 'holders');

/** The same, read at once and kept nowhere. */
export const readStaffHistory = (id: string, signal: AbortSignal) =>
  readPart<HistoryEntry>(id, 'history', signal);

type Part = 'history' | 'holders';

const partQuery = <Item>(id: string, part: Part) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, part, id],
    queryFn: ({ signal }) => readPart<Item>(id, part, signal),
  });

async function readPart<Item>(id: string, part: Part, signal: AbortSignal): Promise<Item[]> {
  const path = withQuery(`${STAFF_REGISTRATIONS}/${id}/${part}`, { limit: MAX_PAGE_SIZE });
  return (await request<Page<Item>>('GET', path, { signal })).items;
}
