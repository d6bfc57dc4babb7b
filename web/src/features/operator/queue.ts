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
import { JURISDICTIONS, REGISTRATION_STATUSES } from '@g2/gateway/contract/status-terms';
import { formatCapped, UNKNOWN } from '../../lib/format.ts';
import { type KnownSort, knownSort, parsePage } from '../../lib/list-params.ts';

/** The tabs of the queue (spec §2). */
export const QUEUE_TABS = ['mine', 'all', 'paid', 'reviewing'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];
export const DEFAULT_QUEUE_TAB: QueueTab = 'all';

/** Values of the URL parameter `period`: numbers of days. */
export const PERIOD_OPTIONS = QUEUE_PERIODS.map((days) => `${days}` as const);

/** The URL parameters of a queue page. */
export interface QueueView {
  readonly tab: QueueTab;
  /** If set, this view is shown instead of the tab. */
  readonly view: ViewName | null;
  readonly page: number;
  readonly search: string;
  /** '' for the default order of the list. */
  readonly sort: KnownSort<(typeof REGISTRATION_SORT_FIELDS)[number]>;
  /** An operator's id, or NO_OPERATOR for unassigned; '' for any. Unused in the user's own list. */
  readonly operator: string;
  readonly jurisdiction: (typeof JURISDICTIONS)[number] | '';
  /** Number of days since the creation; '' for any period. */
  readonly period: (typeof PERIOD_OPTIONS)[number] | '';
  /** File inspection warning to filter by; '' for no filter. */
  readonly warning: (typeof QUEUE_WARNINGS)[number] | '';
}

/** URL parameters of the list filters, without the search text. */
export const FILTER_PARAMS = ['operator', 'jurisdiction', 'period', 'warning'] as const;

/**
 * Default order of a list. User's own list: longest waiting time first, registrations that do not wait for staff last.
 * Views and lists that wait for staff: oldest status first. Other lists: newest registration first.
 */
export function defaultSort({ tab, view }: Pick<QueueView, 'tab' | 'view'>) {
  if (view !== null || tab === 'paid' || tab === 'reviewing') return 'statusUpdatedAt';
  return tab === 'mine' ? '-waiting' : '-createdAt';
}

/** The server stops counting these views at VIEW_COUNT_CAP; all other counts are exact. */
const CAPPED_COUNTS: ReadonlySet<string> = new Set<ViewName>([
  'late',
  'resubmitted',
  'awaiting-client',
  'messages',
]);

/** The count of a tab or view as text: a dash while unknown, with a plus sign if the server stopped counting. */
export function formatViewCount(name: QueueTab | ViewName, count: number | undefined): string {
  if (count === undefined) return UNKNOWN;
  return formatCapped(count, CAPPED_COUNTS.has(name) && count >= VIEW_COUNT_CAP);
}

const UNFINISHED_STATUSES = REGISTRATION_STATUSES.filter((status) => status !== 'certificate_issued');
/** Statuses of registrations that wait for staff. */
export const ACTIONABLE_STATUSES = ['paid', 'reviewing', 'government_processing'] as const;

export const TAB_FILTERS: Readonly<
  Record<QueueTab, Pick<StaffRegistrationListQuery, 'assigned' | 'status'>>
> = {
  // Registrations with an issued certificate need no more work.
  mine: { assigned: 'true', status: UNFINISHED_STATUSES.join(',') },
  all: {},
  paid: { status: 'paid' },
  reviewing: { status: 'reviewing' },
};

/** The list filters of a queue page for a server request, without page number and order. */
export function queueFilters(queueView: QueueView): StaffRegistrationListQuery {
  const { tab, view, page: _page, sort: _sort, ...filters } = queueView;
  return { ...TAB_FILTERS[tab], view: view ?? '', ...filters };
}

/** Filters and order as a query string; saved views are stored in this form. */
export function queryToSave(view: QueueView): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...queueFilters(view), sort: view.sort }))
    if (value !== undefined && value !== '') params.set(name, String(value));
  return params.toString();
}

/** Parses the query string of a saved view. */
export function parseSavedQuery(query: string): QueueView {
  const params = new URLSearchParams(query);
  // An earlier release saved the user's own list without a status filter.
  const tab =
    params.get('assigned') === 'true'
      ? 'mine'
      : QUEUE_TABS.find(
          (name) =>
            name !== DEFAULT_QUEUE_TAB &&
            Object.entries(TAB_FILTERS[name]).every(([key, value]) => params.get(key) === value),
        );
  if (tab !== undefined) params.set('tab', tab);
  return parseQueueUrl(params.toString());
}

export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses the URL query of a queue page; ignores unknown values. */
export function parseQueueUrl(url: string): QueueView {
  const params = new URLSearchParams(url);
  const knownValue = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === params.get(name));
  const view = knownValue('view', QUEUE_VIEWS) ?? null;
  const tab = view === null ? knownValue('tab', QUEUE_TABS) : undefined;
  const operator = params.get('operator') ?? '';
  return {
    tab: tab ?? DEFAULT_QUEUE_TAB,
    view,
    page: parsePage(params.get('page')),
    search: params.get('search') ?? '',
    sort: knownSort(params.get('sort') ?? '', REGISTRATION_SORT_FIELDS),
    operator: tab !== 'mine' && (operator === NO_OPERATOR || UUID_PATTERN.test(operator)) ? operator : '',
    jurisdiction: knownValue('jurisdiction', JURISDICTIONS) ?? '',
    period: knownValue('period', PERIOD_OPTIONS) ?? '',
    warning: knownValue('warning', QUEUE_WARNINGS) ?? '',
  };
}

/** The URL query of a queue page, without default values; '' or starting with `?`. */
export function queueUrl({ tab, view, page, ...filters }: QueueView): string {
  const params = new URLSearchParams();
  if (view !== null) params.set('view', view);
  else if (tab !== DEFAULT_QUEUE_TAB) params.set('tab', tab);
  for (const name of ['search', ...FILTER_PARAMS, 'sort'] as const) {
    if (filters[name] !== '') params.set(name, filters[name]);
  }
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
