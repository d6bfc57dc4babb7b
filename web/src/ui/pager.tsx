import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ReactNode, useEffect } from 'react';
import { formatInteger } from '../lib/format.ts';
import { type PagerItem, pageCount, pageRange, pagerItems, pagerWindow } from '../lib/pager.ts';
import { texts as t } from './texts.ts';

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** The server stopped counting at `total`; there may be more records. */
  readonly capped?: boolean;
  readonly onChange: (page: number) => void;
  /** Name of the list, if the page has several lists. */
  readonly listName?: string;
}

/** Page bar of the client's lists: previous, next, first, last and pages within 2 of the current one (spec §2). */
export const Pager = (props: PagerProps) => <PageBar {...props} pagerItemsOf={pagerItems} />;

/** Page bar of the staff lists: up to 5 page buttons (spec §9), with an ellipsis where there are more. */
export const WindowPager = (props: PagerProps) => <PageBar {...props} pagerItemsOf={pagerWindow} />;

type PagerItemsOf = (page: number, lastPage: number) => PagerItem[];

function PageBar(props: PagerProps & { pagerItemsOf: PagerItemsOf }) {
  const { page, pageSize, total, capped = false, onChange, listName, pagerItemsOf } = props;
  const lastPage = pageCount(total, pageSize);
  const { from, to } = pageRange(page, pageSize, total);
  const items = pagerItemsOf(page, lastPage);
  return (
    <div className="g2-spread gap-y-3 gap-x-6 mt-6">
      <p className="g2-note tabular-nums" aria-live="polite">
        {t.shownRange(from, to, total, capped)}
      </p>
      {lastPage > 1 && (
        <nav
          className="g2-row gap-1 print:hidden"
          aria-label={listName === undefined ? t.pages : t.pagesOf(listName)}
        >
          <PageButton disabled={page <= 1} onPress={() => onChange(page - 1)}>
            <IconChevronLeft size={18} aria-hidden />
            <span className="phone:sr-only">{t.previousPage}</span>
          </PageButton>
          {items.map((item, index) =>
            item === 'gap' ? (
              <span
                key={`after-${items[index - 1]}`}
                className="min-w-6 text-center text-muted"
                aria-hidden="true"
              >
                …
              </span>
            ) : (
              <PageButton key={item} number={item} current={item === page} onPress={() => onChange(item)}>
                {formatInteger(item)}
              </PageButton>
            ),
          )}
          <PageButton disabled={page >= lastPage} onPress={() => onChange(page + 1)}>
            <span className="phone:sr-only">{t.nextPage}</span>
            <IconChevronRight size={18} aria-hidden />
          </PageButton>
        </nav>
      )}
    </div>
  );
}

interface PageButtonProps {
  readonly number?: number;
  readonly current?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function PageButton({ number, current = false, disabled = false, onPress, children }: PageButtonProps) {
  return (
    <button
      type="button"
      className={clsx(
        'g2-bare g2-inline justify-center gap-1 min-w-9 h-9 px-2 rounded-sm text-sm tabular-nums',
        'phone:min-w-8 phone:px-1 disabled:text-muted disabled:opacity-55 disabled:cursor-default',
        current ? 'bg-accent text-on-accent font-semibold' : 'enabled:hover:bg-surface',
      )}
      aria-label={number === undefined ? undefined : t.page(number)}
      aria-current={current ? 'page' : undefined}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

interface ClampedPageOptions {
  readonly page: number;
  readonly pageSize: number;
  /** Total number of records; undefined while loading. */
  readonly total: number | undefined;
  readonly setPage: (page: number) => void;
}

/** Goes to the last page if the current page no longer exists because records were removed. */
export function useClampedPage({ page, pageSize, total, setPage }: ClampedPageOptions): void {
  const lastPage = total === undefined ? page : pageCount(total, pageSize);
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPage is a new function on every render.
  useEffect(() => {
    if (page > lastPage) setPage(lastPage);
  }, [page, lastPage]);
}
