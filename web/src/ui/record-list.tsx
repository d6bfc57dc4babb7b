import 'mantine-datatable/styles.layer.css';
import type { Page } from '@g2/gateway/contract/common';
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconInbox, IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import { type ReactNode, useEffect } from 'react';
import type { ListParams } from '../lib/list-params.ts';
import { pageCount } from '../lib/pager.ts';
import { EmptyState } from './empty-state.tsx';
import classes from './record-list.module.css';
import { WindowPager } from './window-pager.tsx';

/** Below this a table of seven columns is cards. */
const WIDE = '(min-width: 62em)';

export interface Selection<T> {
  readonly records: T[];
  readonly onChange: (records: T[]) => void;
  readonly allLabel: string;
  readonly oneLabel: (record: T) => string;
}

interface RecordListProps<T> {
  readonly label: string;
  readonly query: UseQueryResult<Page<T>>;
  readonly params: Pick<ListParams, 'page' | 'setPage' | 'settling'>;
  readonly pageSize: number;
  readonly columns: DataTableColumn<T>[];
  /** One record where there is no room for a row. */
  readonly card: (record: T) => ReactNode;
  readonly empty: string;
  readonly emptyText?: string | undefined;
  readonly failed: string;
  readonly failedText?: string | undefined;
  readonly highlighted?: (record: T) => boolean;
  readonly selection?: Selection<T>;
}

/** A paged list of records: a table where there is room, cards on a phone; skeletons, nothing found, error. */
export function RecordList<T extends { id: string }>(props: RecordListProps<T>) {
  const { query, params, pageSize } = props;
  const { data } = query;
  const last = data && !query.isPlaceholderData ? pageCount(data.total, pageSize) : params.page;
  const beyond = params.page > last;
  const { setPage } = params;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPage is new on every render and says the same.
  useEffect(() => {
    // Records left while one stood on the last page.
    if (beyond) setPage(last);
  }, [beyond, last]);

  if (query.isPending) return <ListSkeleton label={props.label} />;
  if (data === undefined) {
    return (
      <EmptyState
        alert
        title={props.failed}
        text={props.failedText}
        icon={<IconPlugConnectedX size={28} aria-hidden />}
      >
        <Button size="sm" onClick={() => void query.refetch()}>
          Tentar novamente
        </Button>
      </EmptyState>
    );
  }
  if (data.total === 0) {
    return (
      <EmptyState title={props.empty} text={props.emptyText} icon={<IconInbox size={28} aria-hidden />} />
    );
  }
  // Rows of another search or page must not be acted upon while the right ones are on their way.
  const outdated = params.settling || query.isPlaceholderData;
  return (
    <>
      <div className={classes.results} inert={outdated} aria-busy={outdated}>
        <Records {...props} records={data.items} />
      </div>
      <WindowPager
        page={params.page}
        pageSize={pageSize}
        total={data.total}
        capped={data.totalCapped === true}
        onChange={params.setPage}
      />
    </>
  );
}

function Records<T extends { id: string }>(props: RecordListProps<T> & { records: T[] }) {
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const { records, columns, highlighted, selection, label } = props;
  if (!wide) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {records.map((record) => (
          <li key={record.id} className={classes.card} data-highlighted={highlighted?.(record) || undefined}>
            {props.card(record)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <DataTable<T>
      aria-label={label}
      className={classes.table ?? ''}
      classNames={{ header: classes.header ?? '' }}
      records={records}
      columns={columns}
      verticalSpacing="sm"
      horizontalSpacing="md"
      rowClassName={(record) => (highlighted?.(record) ? classes.highlighted : undefined)}
      rowBorderColor="var(--g2-line)"
      backgroundColor="var(--g2-surface)"
      {...(selection && {
        selectedRecords: selection.records,
        onSelectedRecordsChange: selection.onChange,
        allRecordsSelectionCheckboxProps: { 'aria-label': selection.allLabel },
        getRecordSelectionCheckboxProps: (record: T) => ({ 'aria-label': selection.oneLabel(record) }),
      })}
    />
  );
}

export function ListSkeleton({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={`Carregando: ${label}`}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={52} radius="md" />
      ))}
    </div>
  );
}
