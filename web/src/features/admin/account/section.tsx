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

/** Whose it is. */
export interface Of {
  readonly id: string;
}

interface SectionTexts {
  readonly title: string;
  readonly empty: string;
  readonly failed: string;
}

/** A part of the page that is there, and asks for itself, once it comes near the screen. */
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

/** To the whole list of it, with its filters. */
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
  /** Null data: there is no such list, and no section. */
  readonly query: UseQueryResult<Page<T> | null>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly row: (row: T) => ReactNode;
  /** What may be done to them, while there are any. */
  readonly action?: ReactNode;
}

/** Its rows, page by page; it fails by itself too. */
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
