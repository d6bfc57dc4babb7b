import {
  NO_OPERATOR,
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

/** Allowed period filters in days, as URL parameters. */
export const PERIOD_WORDS = QUEUE_PERIODS.map((days) => `${days}` as const);

/** The URL parameters of a queue page. */
export interface QueueView {
  readonly tab: QueueTab;
  /** Replaces the tab when set. */
  readonly view: ViewName | null;
  readonly page: number;
  readonly search: string;
  /** '' for the list's default order. */
  readonly sort: KnownSort<(typeof REGISTRATION_SORT_FIELDS)[number]>;
  /** An operator's id, or NO_OPERATOR for unassigned; '' for any. Unused in the user's own list. */
  readonly operator: string;
  readonly jurisdiction: (typeof JURISDICTIONS)[number] | '';
  /** Days; '' for any period. */
  readonly period: (typeof PERIOD_WORDS)[number] | '';
  /** File inspection warning to filter by; '' for no filter. */
  readonly warning: (typeof QUEUE_WARNINGS)[number] | '';
}

/** Filters of the list besides search, by their URL parameter. */
export const FILTERS = ['operator', 'jurisdiction', 'period', 'warning'] as const;

/**
 * Default order of a list. The user's own list: longest waiting first, registrations that do not wait for staff last.
 * Lists that wait for staff: oldest first. Others: newest first.
 */
export function defaultSort({ tab, view }: Pick<QueueView, 'tab' | 'view'>) {
  if (view !== null || tab === 'paid' || tab === 'reviewing') return 'statusUpdatedAt';
  return tab === 'mine' ? '-waiting' : '-createdAt';
}

/** The server counts these views only up to a cap; the other counts are exact. */
const CAPPED: ReadonlySet<string> = new Set<ViewName>(['late', 'resubmitted', 'awaiting-client', 'messages']);

/** Count of a tab or view as text; a dash while unknown. */
export function shownCount(name: QueueTab | ViewName, count: number | undefined): string {
  if (count === undefined) return UNKNOWN;
  return formatCapped(count, CAPPED.has(name) && count >= VIEW_COUNT_CAP);
}

const UNFINISHED = REGISTRATION_STATUSES.filter((status) => status !== 'certificate_issued');
/** Statuses in which staff can act. */
export const ACTIONABLE = ['paid', 'reviewing', 'government_processing'] as const;

export const TAB_FILTERS: Readonly<
  Record<QueueTab, Pick<StaffRegistrationListQuery, 'assigned' | 'status'>>
> = {
  // Registrations with a certificate need no more work.
  mine: { assigned: 'true', status: UNFINISHED.join(',') },
  all: {},
  paid: { status: 'paid' },
  reviewing: { status: 'reviewing' },
};

/** List filters of a queue page, without page number and order. */
export function queueFilters(asked: QueueView): StaffRegistrationListQuery {
  const { tab, view, page: _page, sort: _sort, ...filters } = asked;
  return { ...TAB_FILTERS[tab], view: view ?? '', ...filters };
}

/** Filters and order as a query string; saved views are stored in this form. */
export function savedQuery(view: QueueView): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...queueFilters(view), sort: view.sort }))
    if (value !== undefined && value !== '') params.set(name, String(value));
  return params.toString();
}

/** The first page of the queue that a saved query string describes. */
export function savedView(query: string): QueueView {
  const params = new URLSearchParams(query);
  // An earlier release stored views of the user's own list without a status filter.
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

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses the queue's URL; ignores unknown values. */
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
    operator: tab !== 'mine' && (operator === NO_OPERATOR || UUID.test(operator)) ? operator : '',
    jurisdiction: known('jurisdiction', JURISDICTIONS) ?? '',
    period: known('period', PERIOD_WORDS) ?? '',
    warning: known('warning', QUEUE_WARNINGS) ?? '',
  };
}

/** The URL of a queue page; leaves out default values. */
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
