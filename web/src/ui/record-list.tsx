import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pageRefusalOf } from '../lib/failures.ts';
import { knownSort, type ListParams } from '../lib/list-params.ts';
import { useArrived } from '../lib/use-arrived.ts';
import { EmptyState } from './empty-state.tsx';
import { useClampedPage, WindowPager } from './pager.tsx';
import { FailedState } from './query-frame.tsx';
import { RecordCards } from './record-cards.tsx';
import classes from './record-list.module.css';
import { type Column, RecordTable } from './record-table.tsx';
import { texts as t } from './texts.ts';
import { useRowCursor } from './use-row-cursor.ts';
import type { Selection } from './use-selection.ts';

/** Maximum number of placeholder rows: more would be below the screen. */
const MAX_SKELETON_ROWS = 10;

/** Below this width, the list shows cards instead of a table. */
const WIDE_SCREEN = '(min-width: 68em)';

interface RecordPage<T> {
  readonly items: T[];
  readonly total: number;
  /** The total is a lower bound: counting stopped at a cap. */
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
  /** The server's default order; without it, the columns are not sortable. */
  readonly defaultSort?: string;
  readonly onOpen?: (record: T) => void;
  readonly openId?: string | null;
  readonly selection?: Selection<T>;
  readonly selectionActions?: ReactNode;
  readonly highlighted?: (record: T) => boolean;
  readonly empty: string;
  readonly emptyText?: string | undefined;
  readonly failed: string;
  readonly failedText?: string | undefined;
}

/** A paged list of records: a table on wide screens, cards on narrow ones; also its loading, empty and error states. */
export function RecordList<T extends { id: string }>(props: RecordListProps<T>) {
  const { query, params, pageSize, selection } = props;
  const { data } = query;
  const { page, setPage } = params;
  useClampedPage({ page, pageSize, total: query.isPlaceholderData ? undefined : data?.total, setPage });
  const arrived = useArrived(data);
  if (query.isPending || (data !== undefined && !arrived))
    return <ListSkeleton label={props.label} rows={Math.min(pageSize, MAX_SKELETON_ROWS)} />;
  if (data === undefined) return <ListFailure {...props} />;
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
      {selection && (
        <SelectionBar count={selection.records.length} onClear={selection.clear}>
          {props.selectionActions}
        </SelectionBar>
      )}
    </>
  );
}

/** Error in place of a list, with a retry button; if the server refuses the page number, a button to page 1. */
function ListFailure<T>({ query, params, failed, failedText }: RecordListProps<T>) {
  const refused = pageRefusalOf(query.error);
  if (refused !== undefined) {
    return (
      <EmptyState alert title={t.tooFar} text={refused} icon={<IconInbox size={28} aria-hidden />}>
        <Button size="sm" onClick={() => params.setPage(1)}>
          {t.toFirstPage}
        </Button>
      </EmptyState>
    );
  }
  return <FailedState query={query} title={failed} text={failedText} />;
}

function RecordRows<T extends { id: string }>(props: RecordListProps<T> & { records: T[] }) {
  const wide = useMediaQuery(WIDE_SCREEN, true, { getInitialValueInEffect: false });
  const { records, params, query, defaultSort, onOpen, selection, nameOf } = props;
  const [announcement, announce] = useState('');
  const bind = useRowCursor({
    records,
    listKey: params.key,
    nameOf,
    openId: props.openId ?? null,
    onOpen,
    selection,
    announce,
  });
  const tableProps = {
    label: props.label,
    records,
    columns: props.columns,
    bind,
    nameOf,
    clickable: onOpen !== undefined,
    // Old rows, shown while another search or page loads, must not be acted upon.
    outdated: params.searchPending || query.isPlaceholderData,
    highlighted: props.highlighted,
    selection,
    sort: defaultSort === undefined ? undefined : sortState(props, defaultSort),
  };
  return (
    <>
      {wide ? <RecordTable {...tableProps} /> : <RecordCards {...tableProps} card={props.card} />}
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
    <div className={classes.skeleton} role="status" aria-label={t.loading(label)}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={classes.skeletonRow}>
          <Skeleton height={14} width={`${38 - ((row * 7) % 16)}%`} radius="sm" />
          <Skeleton height={14} width="18%" radius="sm" />
          <Skeleton height={14} width="12%" radius="sm" />
        </div>
      ))}
    </div>
  );
}

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** Number of selected rows on all pages, with actions for them; stays visible below the list. */
function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section className={classes.selectionBar} aria-label={t.selection}>
      <strong className={classes.selectionCount}>{t.selected(count)}</strong>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {t.clear}
      </Button>
      <span className={classes.spacer} />
      {children}
    </section>
  );
}
