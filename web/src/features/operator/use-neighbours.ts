import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pageCount } from '../../lib/pager.ts';
import { queueQuery } from './api.ts';
import { type QueueView, queueAddress, queueView } from './queue.ts';
import { useQueueSettings } from './queue-settings.ts';

/** A registration and the queue page that lists it. */
interface ListedRecord {
  readonly id: string;
  readonly title: string;
  readonly view: QueueView;
}

/** Navigation state of a link from the queue, so that the detail page knows the list. */
export interface FromQueue {
  readonly queue: string;
}

const NO_NEIGHBOURS = { position: null, previous: undefined, next: undefined };

/** The registrations before and after this one in the list it was opened from. */
export function useNeighbours(id: string) {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const queue = isFromQueue(state) ? state.queue : null;
  const found = useFound(id, queue);
  // An action may remove the registration from the list; its last known neighbours are kept.
  const last = useRef<NonNullable<typeof found> | typeof NO_NEIGHBOURS>(NO_NEIGHBOURS);
  useEffect(() => {
    if (found !== undefined) last.current = found;
  });
  /** URL of the originating queue, with its filters, order and page. */
  const backTo = `/operator${queue ?? ''}`;
  return {
    ...(found ?? last.current),
    backTo,
    back: () => void navigate(backTo),
    go: (record: ListedRecord | undefined) => {
      if (record === undefined) return;
      const from: FromQueue = { queue: queueAddress(record.view) };
      void navigate(`/operator/registrations/${record.id}`, { state: from, replace: true });
    },
  };
}
export type Neighbours = ReturnType<typeof useNeighbours>;

/**
 * @returns undefined while loading, or when the registration is no longer on the page; `position` is in the whole list,
 *   from 1
 */
function useFound(id: string, queue: string | null) {
  const view = queueView(queue ?? '');
  const { rows } = useQueueSettings();
  const here = usePage(view, queue !== null);
  const items = here?.items ?? [];
  const index = items.findIndex((item) => item.id === id);
  const pages = pageCount(here?.total ?? 0, rows);
  const isFirst = index === 0 && view.page > 1;
  const isLast = index >= 0 && index === items.length - 1 && view.page < pages;
  const before = usePage({ ...view, page: view.page - 1 }, isFirst)?.items.at(-1);
  const after = usePage({ ...view, page: view.page + 1 }, isLast)?.items[0];
  if (here === undefined || index < 0) return undefined;
  const listed = (item: { id: string; title: string } | undefined, page: number): ListedRecord | undefined =>
    item && { id: item.id, title: item.title, view: { ...view, page } };
  return {
    position: { at: (view.page - 1) * rows + index + 1, of: here.total },
    previous: isFirst ? listed(before, view.page - 1) : listed(items[index - 1], view.page),
    next: isLast ? listed(after, view.page + 1) : listed(items[index + 1], view.page),
  };
}

/** A queue page, never the placeholder rows of another page. */
function usePage(view: QueueView, enabled: boolean) {
  const query = useQuery({ ...queueQuery(view, useQueueSettings().rows), enabled });
  return query.isPlaceholderData ? undefined : query.data;
}

function isFromQueue(state: unknown): state is FromQueue {
  return typeof state === 'object' && state !== null && 'queue' in state && typeof state.queue === 'string';
}
