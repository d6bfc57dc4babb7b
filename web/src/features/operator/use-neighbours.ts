import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pageCount } from '../../lib/pager.ts';
import { queueQuery } from './api.ts';
import { parseQueueUrl, type QueueView, queueUrl } from './queue.ts';
import { useQueueSettings } from './queue-settings.ts';

/** A registration with the queue page on which it is listed. */
interface ListedRegistration {
  readonly id: string;
  readonly title: string;
  readonly view: QueueView;
}

/** React Router state of a link from the queue; tells the detail page from which list it was opened. */
export interface QueueLocationState {
  /** The URL query of the queue page. */
  readonly queue: string;
}

const NO_NEIGHBOURS = { position: null, previous: undefined, next: undefined };

/** The previous and the next registration, in the list from which this registration was opened. */
export function useNeighbours(id: string) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const queue = isQueueLocationState(state) ? state.queue : null;
  const currentNeighbours = useNeighboursInList(id, queue);
  // Keeps the last neighbours, because an action may remove the registration from the list.
  const lastNeighbours = useRef<NonNullable<typeof currentNeighbours> | typeof NO_NEIGHBOURS>(NO_NEIGHBOURS);
  useEffect(() => {
    if (currentNeighbours !== undefined) lastNeighbours.current = currentNeighbours;
  });
  /** Path of the queue page, with its filters, order and page number. */
  const queuePath = `/operator${queue ?? ''}`;
  return {
    ...(currentNeighbours ?? lastNeighbours.current),
    queuePath,
    backToQueue: () => void navigate(queuePath),
    open: (registration: ListedRegistration | undefined) => {
      if (registration === undefined) return;
      const locationState: QueueLocationState = { queue: queueUrl(registration.view) };
      void navigate(`/operator/registrations/${registration.id}`, { state: locationState, replace: true });
    },
  };
}
export type Neighbours = ReturnType<typeof useNeighbours>;

/**
 * @returns undefined while loading, or if the registration is no longer on the queue page; `position.index` counts from
 *   1 within the whole list
 */
function useNeighboursInList(id: string, queue: string | null) {
  const view = parseQueueUrl(queue ?? '');
  const { rows: pageSize } = useQueueSettings();
  const currentPage = useQueuePage(view, queue !== null);
  const items = currentPage?.items ?? [];
  const index = items.findIndex((item) => item.id === id);
  const pages = pageCount(currentPage?.total ?? 0, pageSize);
  const needsPreviousPage = index === 0 && view.page > 1;
  const needsNextPage = index >= 0 && index === items.length - 1 && view.page < pages;
  const lastOfPreviousPage = useQueuePage({ ...view, page: view.page - 1 }, needsPreviousPage)?.items.at(-1);
  const firstOfNextPage = useQueuePage({ ...view, page: view.page + 1 }, needsNextPage)?.items[0];
  if (currentPage === undefined || index < 0) return undefined;
  type Item = (typeof items)[number] | undefined;
  const withPage = (item: Item, page: number): ListedRegistration | undefined =>
    item && { id: item.id, title: item.title, view: { ...view, page } };
  return {
    position: { index: (view.page - 1) * pageSize + index + 1, total: currentPage.total },
    previous: needsPreviousPage
      ? withPage(lastOfPreviousPage, view.page - 1)
      : withPage(items[index - 1], view.page),
    next: needsNextPage ? withPage(firstOfNextPage, view.page + 1) : withPage(items[index + 1], view.page),
  };
}

/** Loads a queue page; ignores the previous page that the query shows as a placeholder. */
function useQueuePage(view: QueueView, enabled: boolean) {
  const query = useQuery({ ...queueQuery(view, useQueueSettings().rows), enabled });
  return query.isPlaceholderData ? undefined : query.data;
}

function isQueueLocationState(state: unknown): state is QueueLocationState {
  return typeof state === 'object' && state !== null && 'queue' in state && typeof state.queue === 'string';
}
