import { REGISTRATION_SORT_FIELDS } from '@g2/gateway/contract/registrations';
import { type KnownSort, knownSort, parsePage } from '../../lib/list-params.ts';

/** The tabs of the queue (spec §2). */
export const QUEUE_TABS = ['mine', 'all', 'paid', 'reviewing'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];
export const DEFAULT_QUEUE_TAB: QueueTab = 'all';

/** The server's own order: newest first. */
export const DEFAULT_QUEUE_SORT = '-createdAt';

/** A page of the queue as its address names it. */
export interface QueueView {
  readonly tab: QueueTab;
  readonly page: number;
  readonly search: string;
  /** '' for the server's own order. */
  readonly sort: KnownSort<(typeof REGISTRATION_SORT_FIELDS)[number]>;
}

/** Reads the address of the queue; whatever it does not know is left out. */
export function queueView(address: string): QueueView {
  const params = new URLSearchParams(address);
  return {
    tab: QUEUE_TABS.find((known) => known === params.get('tab')) ?? DEFAULT_QUEUE_TAB,
    page: parsePage(params.get('page')),
    search: params.get('search') ?? '',
    sort: knownSort(params.get('sort') ?? '', REGISTRATION_SORT_FIELDS),
  };
}

/** The address of a page of the queue, without what is the default. */
export function queueAddress({ tab, page, search, sort }: QueueView): string {
  const params = new URLSearchParams();
  if (tab !== DEFAULT_QUEUE_TAB) params.set('tab', tab);
  if (search !== '') params.set('search', search);
  if (sort !== '') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
