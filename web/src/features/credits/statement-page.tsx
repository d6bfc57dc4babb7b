import type { Page } from '@g2/gateway/contract/common';
import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import { Skeleton } from '@mantine/core';
import { IconReceiptOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './statement.module.css';
import { texts } from './texts.ts';

interface StatementPageProps<T> {
  readonly label: string;
  readonly query: UseQueryResult<Page<T>>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly empty: string;
  readonly failed: string;
  readonly row: (item: T) => ReactNode;
}

/** One page of a statement: its rows, or its loading, error or empty state. */
export function StatementPage<T extends { id: string }>(props: StatementPageProps<T>) {
  const { query, row } = props;
  if (query.isPending) return <RowsSkeleton />;
  if (query.data === undefined) {
    return <RetryLine text={props.failed} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (query.data.total === 0) {
    return (
      <EmptyState
        title={props.empty}
        text={texts.statement.emptyText}
        icon={<IconReceiptOff size={28} aria-hidden />}
      />
    );
  }
  return (
    <>
      <ul className="g2-list" aria-label={props.label} aria-busy={query.isPlaceholderData}>
        {query.data.items.map((item) => (
          <li key={item.id} className={classes.row}>
            {row(item)}
          </li>
        ))}
      </ul>
      <Pager page={props.page} pageSize={CLIENT_PAGE_SIZE} total={query.data.total} onChange={props.onPage} />
    </>
  );
}

function RowsSkeleton() {
  return (
    <div className="g2-list" role="status" aria-label={texts.statement.loading}>
      {Array.from({ length: 5 }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={18} width={`${50 - row * 5}%`} radius="sm" />
          <Skeleton height={18} width={90} radius="sm" />
        </div>
      ))}
    </div>
  );
}
