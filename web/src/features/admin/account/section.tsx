import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Panel } from '../../../ui/facts.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { texts } from './texts.ts';

/** A section that renders, and so loads its data, once it is scrolled near the viewport. */
export function LazySection({ title, children }: { title: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return <div ref={place}>{isNear ? children : <SectionSkeleton title={title} />}</div>;
}

const SectionSkeleton = ({ title }: { title: string }) => (
  <Panel title={title}>
    <ListSkeleton label={title} rows={2} />
  </Panel>
);

/** Reads one page of a list at a time, and keeps its number. */
export function usePages<Data, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const [page, onPage] = useState(1);
  return { page, onPage, query: useQuery(queryOf(page)) };
}

interface RowsProps<Row> {
  readonly texts: Readonly<Record<'title' | 'empty' | 'failed', string>>;
  readonly pages: {
    readonly page: number;
    readonly onPage: (page: number) => void;
    /** With null data the list does not exist, and no section is rendered. */
    readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly total: number } | null>;
  };
  readonly row: (row: Row) => ReactNode;
  /** A button for the listed items, shown only while there are any. */
  readonly action?: ReactNode;
}

/** A section with a paged list. It has its own error message and retry. */
export function Rows<Row extends { readonly id: string }>(props: RowsProps<Row>) {
  const { texts: t, pages, row, action } = props;
  const { data, isPending, isFetching, isPlaceholderData, refetch } = pages.query;
  if (isPending) return <SectionSkeleton title={t.title} />;
  if (data === null) return null;
  if (data === undefined) {
    return (
      <Panel title={t.title}>
        <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />
      </Panel>
    );
  }
  return (
    <Panel title={texts.count(t.title, data.total)} action={data.total > 0 ? action : null}>
      {data.total === 0 ? (
        <p className="g2-note">{t.empty}</p>
      ) : (
        <ul className="g2-rows" aria-label={t.title} aria-busy={isPlaceholderData}>
          {data.items.map((one) => (
            <li key={one.id} className="g2-spread gap-y-1 gap-x-4 py-2">
              {row(one)}
            </li>
          ))}
        </ul>
      )}
      {data.total > STAFF_PAGE_SIZE && (
        <WindowPager
          page={pages.page}
          pageSize={STAFF_PAGE_SIZE}
          total={data.total}
          of={t.title}
          onChange={pages.onPage}
        />
      )}
    </Panel>
  );
}

/** The main line of a row, and its details below. */
export const RowText = ({ main, children }: { main: ReactNode; children: ReactNode }) => (
  <div className="grid flex-[1_1_200px] min-w-0 wrap-anywhere">
    <span>{main}</span>
    <span className="g2-meta">{children}</span>
  </div>
);
