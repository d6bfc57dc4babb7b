import {
  NOBODY,
  QUEUE_PERIODS,
  QUEUE_VIEWS,
  QUEUE_WARNINGS,
  REGISTRATION_SORT_FIELDS,
  type StaffRegistrationListQuery,
  VIEW_COUNT_CAP,
  type QueueView as ViewName,
} from '@g2/gateway/contract/queue';
import { JURISDICTIONS, REGISTRATION_STATUSES } from '@g2/gateway/contract/statuses';
import { formatCapped, UNKNOWN } from '../../lib/format.ts';
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
  /** What the look into the file warns of. */
  readonly warning: (typeof QUEUE_WARNINGS)[number] | '';
}

/** What narrows a list besides its search, by its name in the address. */
export const FILTERS = ['operator', 'jurisdiction', 'period', 'warning'] as const;

/**
 * The order of a list when its address asks for none: oldest waiting first where something waits, in one's own before what
 * waits for nobody of the staff; else newest first.
 */
export function defaultSort({ tab, view }: Pick<QueueView, 'tab' | 'view'>) {
  if (view !== null || tab === 'paid' || tab === 'reviewing') return 'statusUpdatedAt';
  return tab === 'mine' ? '-waiting' : '-createdAt';
}

/** The tabs, and what is with the government, have counters; these are counted up to a cap. */
const CAPPED: ReadonlySet<string> = new Set<ViewName>(['late', 'resubmitted', 'awaiting-client', 'messages']);

/** How many a tab or view has; a dash while that is unknown. */
export function shownCount(name: QueueTab | ViewName, count: number | undefined): string {
  if (count === undefined) return UNKNOWN;
  return formatCapped(count, CAPPED.has(name) && count >= VIEW_COUNT_CAP);
}

const UNFINISHED = REGISTRATION_STATUSES.filter((status) => status !== 'certificate_issued');
/** What staff can take a step with. */
export const ACTIONABLE = ['paid', 'reviewing', 'government_processing'] as const;

/** What each tab asks the list for. */
export const TAB_FILTERS: Readonly<
  Record<QueueTab, Pick<StaffRegistrationListQuery, 'assigned' | 'status'>>
> = {
  // What has its certificate is nobody's work any more.
  mine: { assigned: 'true', status: UNFINISHED.join(',') },
  all: {},
  paid: { status: 'paid' },
  reviewing: { status: 'reviewing' },
};

/** What the list is asked for, but for its page and order. */
export const queueFilters = ({
  tab,
  view,
  search,
  operator,
  jurisdiction,
  period,
  warning,
}: QueueView): StaffRegistrationListQuery => ({
  ...TAB_FILTERS[tab],
  view: view ?? '',
  search,
  operator,
  jurisdiction,
  period,
  warning,
});

/** The same and its order as a query string of the list: what is kept of a page of the queue under a name. */
export function savedQuery(view: QueueView): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...queueFilters(view), sort: view.sort }))
    if (value !== undefined && value !== '') params.set(name, String(value));
  return params.toString();
}

/** The first page of the queue that a query string of the list asks for. */
export function savedView(query: string): QueueView {
  const params = new URLSearchParams(query);
  // An earlier release kept one's own with those that are finished.
  const tab =
    params.get('assigned') === 'true'
      ? 'mine'
      : QUEUE_TABS.find(
          (name) =>
            name !== DEFAULT_QUEUE_TAB &&
            Object.entries(TAB_FILTERS[name]).every(([key, value]) => params.get(key) === value),
        );
  if (tab !== undefined) params.set('tab', tab);
  return queueView(params.toString());
}

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
    warning: known('warning', QUEUE_WARNINGS) ?? '',
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
