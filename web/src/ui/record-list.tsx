import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pageRefusalOf } from '../lib/failures.ts';
import { knownSort, type ListParams } from '../lib/list-params.ts';
import { useHasData } from '../lib/use-arrived.ts';
import { EmptyState } from './empty-state.tsx';
import { useClampedPage, WindowPager } from './pager.tsx';
import { FailedState } from './query-frame.tsx';
import { RecordCards } from './record-cards.tsx';
import { type Column, RecordTable } from './record-table.tsx';
import { texts as t } from './texts.ts';
import { useRowCursor } from './use-row-cursor.ts';
import type { Selection } from './use-selection.ts';

/** Maximum number of placeholder rows: more would be below the screen. */
const MAX_SKELETON_ROWS = 10;

/** Media query of screens that show a table; smaller screens show cards. */
const WIDE_SCREEN_QUERY = '(min-width: 68em)';

interface RecordPage<T> {
  readonly items: T[];
  readonly total: number;
  /** The server stopped counting at `total`; there may be more records. */
  readonly totalCapped?: boolean | undefined;
}

export interface RecordListProps<T> {
  readonly label: string;
  readonly query: UseQueryResult<RecordPage<T>>;
  readonly params: ListParams;
  readonly pageSize: number;
  readonly columns: readonly Column<T>[];
  /** Content of a record's card on narrow screens. */
  readonly card: (record: T) => ReactNode;
  /** Name of a record for screen readers. */
  readonly nameOf: (record: T) => string;
  /** The server's default order; if it is missing, the columns are not sortable. */
  readonly defaultSort?: string;
  readonly onOpen?: (record: T) => void;
  readonly openId?: string | null;
  readonly selection?: Selection<T>;
  readonly selectionActions?: ReactNode;
  readonly highlighted?: (record: T) => boolean;
  /** Title shown instead of an empty list. */
  readonly empty: string;
  readonly emptyText?: string | undefined;
  /** Title shown when the list could not be loaded. */
  readonly failed: string;
  readonly failedText?: string | undefined;
}

/** A paged list of records: a table on wide screens, cards on narrow ones; also its loading, empty and error states. */
export function RecordList<T extends { id: string }>(props: RecordListProps<T>) {
  const { query, params, pageSize, selection } = props;
  const { data } = query;
  const { page, setPage } = params;
  useClampedPage({ page, pageSize, total: query.isPlaceholderData ? undefined : data?.total, setPage });
  const isReady = useHasData(data);
  if (query.isPending || (data !== undefined && !isReady))
    return <ListSkeleton label={props.label} rows={Math.min(pageSize, MAX_SKELETON_ROWS)} />;
  if (data === undefined) {
    const pageRefusal = pageRefusalOf(query.error);
    if (pageRefusal === undefined)
      return <FailedState query={query} title={props.failed} text={props.failedText} />;
    return (
      <EmptyState
        alert
        title={t.pageBeyondLimit}
        text={pageRefusal}
        icon={<IconInbox size={28} aria-hidden />}
      >
        <Button size="sm" onClick={() => setPage(1)}>
          {t.toFirstPage}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      {data.total === 0 ? (
        <EmptyState title={props.empty} text={props.emptyText} icon={<IconInbox size={28} aria-hidden />} />
      ) : (
        <>
          <RecordRows {...props} records={data.items} />
          <WindowPager
            page={page}
            pageSize={pageSize}
            total={data.total}
            capped={data.totalCapped === true}
            onChange={setPage}
          />
        </>
      )}
      {selection && <SelectionBar selection={selection} actions={props.selectionActions} />}
    </>
  );
}

function RecordRows<T extends { id: string }>(props: RecordListProps<T> & { records: T[] }) {
  const isWide = useMediaQuery(WIDE_SCREEN_QUERY, true, { getInitialValueInEffect: false });
  const { records, params, query, defaultSort, onOpen, selection, nameOf } = props;
  const [announcement, announce] = useState('');
  const bindRow = useRowCursor({
    records,
    listKey: params.key,
    nameOf,
    openId: props.openId ?? null,
    onOpen,
    selection,
    announce,
  });
  const tableProps = {
    ...props,
    bindRow,
    clickable: onOpen !== undefined,
    // The rows of the previous search or page stay visible, but disabled, while the next ones load.
    outdated: params.searchPending || query.isPlaceholderData,
    sort: defaultSort === undefined ? undefined : sortState(props, defaultSort),
  };
  return (
    <>
      {isWide ? <RecordTable {...tableProps} /> : <RecordCards {...tableProps} />}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

function sortState<T>({ params, columns }: RecordListProps<T>, defaultSort: string) {
  const fields = columns.flatMap(({ sort }) => sort ?? []);
  return {
    value: knownSort(params.sort, fields) || defaultSort,
    onChange: (sort: string) => params.setSort(sort === defaultSort ? '' : sort),
  };
}

export function ListSkeleton({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div className="g2-panel g2-rows overflow-hidden" role="status" aria-label={t.loading(label)}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="g2-line justify-between gap-6 h-14 py-0 px-4">
          <Skeleton height={14} width={`${38 - ((row * 7) % 16)}%`} radius="sm" />
          <Skeleton height={14} width="18%" radius="sm" />
          <Skeleton height={14} width="12%" radius="sm" />
        </div>
      ))}
    </div>
  );
}

interface SelectionBarProps {
  readonly selection: Pick<Selection<unknown>, 'records' | 'clear'>;
  readonly actions: ReactNode;
}

/** Bar below the list with the number of selected records on all pages and the actions for them; always visible. */
function SelectionBar({ selection: { records, clear }, actions }: SelectionBarProps) {
  if (records.length === 0) return null;
  return (
    <section
      className="g2-row g2-panel sticky bottom-3 z-20 mt-4 pr-3 pl-4 py-3 border-accent"
      aria-label={t.selection}
    >
      <strong className="font-semibold tabular-nums">{t.selectedCount(records.length)}</strong>
      <Button size="xs" variant="subtle" onClick={clear}>
        {t.clearSelection}
      </Button>
      <span className="flex-1" />
      {actions}
    </section>
  );
}
