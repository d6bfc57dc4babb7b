import {
  NOBODY,
  QUEUE_PERIODS,
  QUEUE_VIEWS,
  REGISTRATION_SORT_FIELDS,
  type QueueView as ViewName,
} from '@g2/gateway/contract/queue';
import { JURISDICTIONS } from '@g2/gateway/contract/statuses';
import { type KnownSort, knownSort, parsePage } from '../../lib/list-params.ts';

/** The tabs of the queue (spec §2). */
export const QUEUE_TABS = ['mine', 'all', 'paid', 'reviewing'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];
export const DEFAULT_QUEUE_TAB: QueueTab = 'all';

/** The periods one may narrow the queue to, in days, as an address has them. */
export const PERIOD_WORDS = QUEUE_PERIODS.map((days) => `${days}` as const);

/** A page of the queue as its address names it. */
export interface QueueView {
  readonly tab: QueueTab;
  /** Stands in place of the tab. */
  readonly view: ViewName | null;
  readonly page: number;
  readonly search: string;
  /** '' for the list's own order. */
  readonly sort: KnownSort<(typeof REGISTRATION_SORT_FIELDS)[number]>;
  /** An id, or NOBODY; '' for anybody. One's own list has no other. */
  readonly operator: string;
  readonly jurisdiction: (typeof JURISDICTIONS)[number] | '';
  /** Days; '' for whenever. */
  readonly period: (typeof PERIOD_WORDS)[number] | '';
}

/** What narrows a list besides its search, by its name in the address. */
export const FILTERS = ['operator', 'jurisdiction', 'period'] as const;

/** The order of a list when its address asks for none: oldest waiting first where something waits, else newest first. */
export const defaultSort = ({ tab, view }: Pick<QueueView, 'tab' | 'view'>) =>
  view !== null || tab === 'paid' || tab === 'reviewing' ? 'statusUpdatedAt' : '-createdAt';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the address of the queue; whatever it does not know is left out. */
export function queueView(address: string): QueueView {
  const params = new URLSearchParams(address);
  const known = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    words.find((word) => word === params.get(name));
  const view = known('view', QUEUE_VIEWS) ?? null;
  const tab = view === null ? known('tab', QUEUE_TABS) : undefined;
  const operator = params.get('operator') ?? '';
  return {
    tab: tab ?? DEFAULT_QUEUE_TAB,
    view,
    page: parsePage(params.get('page')),
    search: params.get('search') ?? '',
    sort: knownSort(params.get('sort') ?? '', REGISTRATION_SORT_FIELDS),
    operator: tab !== 'mine' && (operator === NOBODY || UUID.test(operator)) ? operator : '',
    jurisdiction: known('jurisdiction', JURISDICTIONS) ?? '',
    period: known('period', PERIOD_WORDS) ?? '',
  };
}

/** The address of a page of the queue, without what is the default. */
export function queueAddress({ tab, view, page, ...rest }: QueueView): string {
  const params = new URLSearchParams();
  if (view !== null) params.set('view', view);
  else if (tab !== DEFAULT_QUEUE_TAB) params.set('tab', tab);
  for (const name of ['search', ...FILTERS, 'sort'] as const) {
    if (rest[name] !== '') params.set(name, rest[name]);
  }
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
