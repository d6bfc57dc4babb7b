import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../ui/facts.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import adminClasses from '../admin.module.css';
import classes from './account.module.css';
import { texts } from './texts.ts';

/** The account that a section belongs to. */
export interface Of {
  readonly id: string;
}

interface SectionTexts {
  readonly title: string;
  readonly empty: string;
  readonly failed: string;
}

/** A section that renders, and so loads its data, once it is scrolled near the viewport. */
export function Near({ title, children }: { title: string; children: ReactNode }) {
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
  return <div ref={place}>{isNear ? children : <Waiting title={title} />}</div>;
}

/** Link to the full list of a section's items, with the filters already set. */
export const All = ({ to, children = texts.all }: { to: string; children?: ReactNode }) => (
  <Link to={to} className={adminClasses.link}>
    {children}
  </Link>
);

const Waiting = ({ title }: { title: string }) => (
  <Panel title={title}>
    <ListSkeleton label={title} rows={2} />
  </Panel>
);

type Page<T> = { readonly items: readonly T[]; readonly total: number };

interface RowsProps<T> {
  readonly texts: SectionTexts;
  /** With null data the list does not exist, and no section is rendered. */
  readonly query: UseQueryResult<Page<T> | null>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly row: (row: T) => ReactNode;
  /** A button for the listed items, shown only while there are any. */
  readonly action?: ReactNode;
}

/** A section with a paged list. It has its own error message and retry. */
export function Rows<T extends { readonly id: string }>({
  texts: t,
  query,
  page,
  onPage,
  row,
  action,
}: RowsProps<T>) {
  const { data, isPending, isFetching, isPlaceholderData, refetch } = query;
  if (isPending) return <Waiting title={t.title} />;
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
            <li key={one.id} className={classes.row}>
              {row(one)}
            </li>
          ))}
        </ul>
      )}
      {data.total > STAFF_PAGE_SIZE && (
        <WindowPager
          page={page}
          pageSize={STAFF_PAGE_SIZE}
          total={data.total}
          of={t.title}
          onChange={onPage}
        />
      )}
    </Panel>
  );
}
