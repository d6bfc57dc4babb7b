import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import { useQuery } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
import { useListParams } from '../../lib/list-params.ts';
import { registrationsQuery, statsQuery } from '../../shared/registration/api.ts';
import { Pager, useClampedPage } from '../../ui/pager.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { FirstSteps, GridSkeleton, LoadFailed, NoResults } from './grid-states.tsx';
import classes from './list.module.css';
import { RegistrationCard } from './registration-card.tsx';
import { texts } from './texts.ts';
import { LIST_ID, type RegistrationActions } from './use-actions.ts';

/** Search box, cards and page bar; page and search stand in the address. */
export const RegistrationGrid = memo(function RegistrationGrid(actions: RegistrationActions) {
  const params = useListParams();
  const { page, search, setPage } = params;
  const query = useQuery(registrationsQuery(page, search));
  const section = useRef<HTMLElement>(null);
  const t = texts.list;
  useErrorToast(query.error, t.failed, t.failedText);
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useClampedPage({ page, pageSize: CLIENT_PAGE_SIZE, total, setPage });
  // Somebody who has nothing yet has nothing to search.
  const none =
    useQuery(statsQuery).data?.totalRegistrations === 0 && search === '' && query.data?.total === 0;

  const turn = (next: number) => {
    setPage(next);
    // The page bar is at the foot: the new page starts at its head.
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={section}
      id={LIST_ID}
      className={classes.section}
      aria-labelledby="list-title"
      data-focus-home
      tabIndex={-1}
    >
      <div className={classes.listHead}>
        <h2 id="list-title" className="g2-heading">
          {t.title}
        </h2>
        {!none && (
          <SearchBox
            label={t.search}
            placeholder={t.placeholder}
            value={params.typed}
            onChange={params.setTyped}
          />
        )}
      </div>
      {query.isPending && <GridSkeleton />}
      {failedToLoad(query) && <LoadFailed busy={query.isFetching} onRetry={() => void query.refetch()} />}
      {query.data?.total === 0 && (search === '' ? <FirstSteps /> : <NoResults search={search} />)}
      {query.data && query.data.total > 0 && (
        <>
          <div className={classes.grid} aria-busy={query.isPlaceholderData}>
            {query.data.items.map((registration) => (
              <RegistrationCard key={registration.id} registration={registration} {...actions} />
            ))}
          </div>
          <Pager page={page} pageSize={CLIENT_PAGE_SIZE} total={query.data.total} onChange={turn} />
        </>
      )}
    </section>
  );
});
