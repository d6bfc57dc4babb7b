import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Panel } from '../../../ui/facts.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { texts } from './texts.ts';

/** A section that is rendered, and loads its data, only once it is scrolled near the viewport. */
export function LazySection({ title, children }: { title: string; children: ReactNode }) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [isNearViewport, setIsNearViewport] = useState(false);
  useEffect(() => {
    if (containerRef.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNearViewport(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(containerRef.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={containerRef}>{isNearViewport ? children : <SectionSkeleton title={title} />}</div>;
}

const SectionSkeleton = ({ title }: { title: string }) => (
  <Panel title={title}>
    <ListSkeleton label={title} rows={2} />
  </Panel>
);

/** The query of the current page of a list, and the state of the page number. */
export function usePages<Data, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const [page, onPage] = useState(1);
  return { page, onPage, query: useQuery(queryOf(page)) };
}

interface ListSectionProps<Row> {
  readonly texts: Readonly<Record<'title' | 'empty' | 'failed', string>>;
  readonly pages: {
    readonly page: number;
    readonly onPage: (page: number) => void;
    /** If the data is null, there is no list, and the section is not rendered. */
    readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly total: number } | null>;
  };
  readonly row: (row: Row) => ReactNode;
  /** A button or link for the listed items. It is shown only if there are items. */
  readonly action?: ReactNode;
}

/** A section with a paged list, its own error message and its own retry button. */
export function ListSection<Row extends { readonly id: string }>(props: ListSectionProps<Row>) {
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
    <Panel title={texts.titleWithCount(t.title, data.total)} action={data.total > 0 ? action : null}>
      {data.total === 0 ? (
        <p className="g2-note">{t.empty}</p>
      ) : (
        <ul className="g2-rows" aria-label={t.title} aria-busy={isPlaceholderData}>
          {data.items.map((item) => (
            <li key={item.id} className="g2-spread gap-y-1 gap-x-4 py-2">
              {row(item)}
            </li>
          ))}
        </ul>
      )}
      {data.total > STAFF_PAGE_SIZE && (
        <WindowPager
          page={pages.page}
          pageSize={STAFF_PAGE_SIZE}
          total={data.total}
          listName={t.title}
          onChange={pages.onPage}
        />
      )}
    </Panel>
  );
}

/** The main text of a row, and its details below. */
export const RowText = ({ mainText, children }: { mainText: ReactNode; children: ReactNode }) => (
  <div className="grid flex-[1_1_200px] min-w-0 wrap-anywhere">
    <span>{mainText}</span>
    <span className="g2-meta">{children}</span>
  </div>
);
