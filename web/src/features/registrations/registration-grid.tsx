import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { ActionIcon, Select } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import type { ListParams } from '../../lib/list-params.ts';
import { useArrived } from '../../lib/use-arrived.ts';
import { type OwnList, recordPath, registrationsQuery } from '../../shared/registration/api.ts';
import { Pager, useClampedPage } from '../../ui/pager.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { type EntryProps, RowActions } from './actions.tsx';
import { Badges } from './badges.tsx';
import { GridSkeleton, LoadFailed, type Look, Nothing, useOwnList } from './grid-states.tsx';
import classes from './list.module.css';
import { RegistrationCard } from './registration-card.tsx';
import rowsClasses from './rows.module.css';
import { texts } from './texts.ts';
import { LIST_ID, type RegistrationActions } from './use-actions.ts';

const t = texts.list;

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
            <ul className={rowsClasses.rows} aria-label={t.title} aria-busy={query.isPlaceholderData}>
              {data.items.map((registration) => (
                <Row key={registration.id} registration={registration} {...actions} />
              ))}
            </ul>
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

interface ListToolsProps {
  readonly params: ListParams;
  readonly list: OwnList;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

const LOOKS = { cards: IconLayoutGrid, rows: IconList } as const satisfies Record<Look, typeof IconList>;

/** Search, status filter and order of the user's registrations, stored in the URL, and their layout. */
function ListTools({ params, list, look, onLook }: ListToolsProps) {
  return (
    <div className={classes.tools}>
      <SearchBox
        label={t.search}
        placeholder={t.placeholder}
        value={params.typed}
        onChange={params.setTyped}
      />
      <Select
        className={classes.choice ?? ''}
        aria-label={t.status}
        data={[
          { value: '', label: t.anyStatus },
          ...REGISTRATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
        ]}
        value={list.status}
        allowDeselect={false}
        onChange={(value) => params.setFilter('status', value ?? '')}
      />
      <Select
        className={classes.choice ?? ''}
        aria-label={t.sort}
        data={Object.entries(t.sorts).map(([value, label]) => ({ value, label }))}
        value={list.sort in t.sorts ? list.sort : ''}
        allowDeselect={false}
        onChange={(value) => params.setSort(value ?? '')}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that belong together, no field of a form. */}
      <div role="group" aria-label={t.look} className={classes.looks}>
        {(['cards', 'rows'] as const).map((one) => {
          const Icon = LOOKS[one];
          return (
            <ActionIcon
              key={one}
              size={36}
              variant={one === look ? 'light' : 'subtle'}
              color={one === look ? 'green' : 'gray'}
              aria-label={t.looks[one]}
              aria-pressed={one === look}
              title={t.looks[one]}
              onClick={() => onLook(one)}
            >
              <Icon size={20} aria-hidden />
            </ActionIcon>
          );
        })}
      </div>
    </div>
  );
}

/** A registration in one line: a compact layout for long lists. */
const Row = memo(function Row({ registration, onPay, onDetails }: EntryProps) {
  const { id, title, holderName, createdAt, statusUpdatedAt } = registration;
  return (
    <li className={rowsClasses.row}>
      <div className={rowsClasses.what}>
        <Link to={recordPath(id)} className={rowsClasses.title} title={title}>
          {title}
        </Link>
        <span className={rowsClasses.meta}>
          <span className={rowsClasses.holder} title={holderName}>
            {holderName}
          </span>
          <span>
            {texts.card.created} {formatDate(createdAt)}
          </span>
        </span>
      </div>
      <div className={rowsClasses.state}>
        <span className="g2-row">
          <Badges registration={registration} inList />
        </span>
        <span className={rowsClasses.meta}>
          {texts.card.updated} {formatDateTime(statusUpdatedAt)}
        </span>
      </div>
      <div className={rowsClasses.actions}>
        <RowActions registration={registration} onPay={onPay} onDetails={onDetails} />
      </div>
    </li>
  );
});
