import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import { useQuery } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
import { useArrived } from '../../lib/use-arrived.ts';
import { type OwnList, registrationsQuery } from '../../shared/registration/api.ts';
import { Pager, useClampedPage } from '../../ui/pager.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { FirstSteps, GridSkeleton, LoadFailed, NoneOfStatus, NoResults } from './grid-states.tsx';
import classes from './list.module.css';
import { ListTools } from './list-tools.tsx';
import { RegistrationCard } from './registration-card.tsx';
import { RegistrationRows } from './registration-rows.tsx';
import { texts } from './texts.ts';
import { LIST_ID, type RegistrationActions } from './use-actions.ts';
import { useOwnList } from './use-own-list.ts';

interface RegistrationGridProps extends RegistrationActions {
  /** The user has no registration: there is nothing to search. */
  readonly none: boolean;
}

/** The user's registrations as cards or rows, with search, filter and page bar, which are in the URL. */
export const RegistrationGrid = memo(function RegistrationGrid({ none, ...actions }: RegistrationGridProps) {
  const { params, list, look, setLook } = useOwnList();
  const { page } = list;
  const { setPage } = params;
  const query = useQuery(registrationsQuery(list));
  const data = useArrived(query.data) ? query.data : undefined;
  const section = useRef<HTMLElement>(null);
  const t = texts.list;
  useErrorToast(query.error, t.failed, t.failedText);
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useClampedPage({ page, pageSize: CLIENT_PAGE_SIZE, total, setPage });
  const turn = (next: number) => {
    setPage(next);
    // The page bar is at the bottom of the list: scroll to the top of the new page.
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
      <div className={none ? 'g2-hidden' : classes.listHead}>
        <h2 id="list-title" className="g2-heading">
          {t.title}
        </h2>
        {!none && <ListTools params={params} list={list} look={look} onLook={setLook} />}
      </div>
      {(query.isPending || (query.data && !data)) && <GridSkeleton />}
      {failedToLoad(query) && <LoadFailed busy={query.isFetching} onRetry={() => void query.refetch()} />}
      {data?.total === 0 && <Nothing list={list} onAll={() => params.setFilter('status', '')} />}
      {data && data.total > 0 && (
        <>
          {look === 'rows' ? (
            <RegistrationRows registrations={data.items} busy={query.isPlaceholderData} {...actions} />
          ) : (
            <div className={classes.grid} aria-busy={query.isPlaceholderData}>
              {data.items.map((registration) => (
                <RegistrationCard key={registration.id} registration={registration} {...actions} />
              ))}
            </div>
          )}
          <Pager page={page} pageSize={CLIENT_PAGE_SIZE} total={data.total} onChange={turn} />
        </>
      )}
    </section>
  );
});

function Nothing({ list: { search, status }, onAll }: { list: OwnList; onAll: () => void }) {
  if (search !== '') return <NoResults search={search} />;
  return status === '' ? <FirstSteps /> : <NoneOfStatus status={status} onAll={onAll} />;
}
