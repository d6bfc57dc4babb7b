import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { ActionIcon, Select } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { memo, useRef } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import type { ListParams } from '../../lib/list-params.ts';
import { useHasData } from '../../lib/use-arrived.ts';
import { type RegistrationListParams, registrationsQuery } from '../../shared/registration/api.ts';
import { Pager, useClampedPage } from '../../ui/pager.tsx';
import { FailedState } from '../../ui/query-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { EntryActions, type RegistrationEntryProps } from './actions.tsx';
import { RegistrationBadges } from './badges.tsx';
import { CARD_GRID, EmptyList, GridSkeleton, type Layout, useOwnList } from './grid-states.tsx';
import { RegistrationCard } from './registration-card.tsx';
import classes from './rows.module.css';
import { texts } from './texts.ts';
import { TitleLink } from './title-link.tsx';
import { REGISTRATION_LIST_ID, type RegistrationActions } from './use-actions.ts';

const t = texts.list;

interface RegistrationGridProps extends RegistrationActions {
  /** Hides the heading, search and filters, because the user has no registrations. */
  readonly hasNoRegistrations: boolean;
}

/** The user's registrations as cards or rows, with search, filter and pages. The URL contains their state. */
export const RegistrationGrid = memo(function RegistrationGrid({
  hasNoRegistrations,
  ...actions
}: RegistrationGridProps) {
  const { params, list, layout, setLayout } = useOwnList();
  const { page } = list;
  const { setPage } = params;
  const query = useQuery(registrationsQuery(list));
  const data = useHasData(query.data) ? query.data : undefined;
  const section = useRef<HTMLElement>(null);
  useErrorToast(query.error, t.failed, t.failedText);
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useClampedPage({ page, pageSize: CLIENT_PAGE_SIZE, total, setPage });
  const changePage = (next: number) => {
    setPage(next);
    // The page buttons are below the list, so the view scrolls up to the start of the new page.
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={section}
      id={REGISTRATION_LIST_ID}
      className="scroll-mt-4"
      aria-labelledby="list-title"
      data-focus-home
      tabIndex={-1}
    >
      <div className={hasNoRegistrations ? 'g2-hidden' : 'g2-spread gap-y-3 gap-x-6 mb-4'}>
        <h2 id="list-title" className="g2-heading">
          {t.title}
        </h2>
        {!hasNoRegistrations && (
          <ListControls params={params} list={list} layout={layout} onLayout={setLayout} />
        )}
      </div>
      {(query.isPending || (query.data && !data)) && <GridSkeleton />}
      {failedToLoad(query) && <FailedState query={query} title={t.failed} text={t.failedText} />}
      {data?.total === 0 && <EmptyList list={list} onShowAll={() => params.setFilter('status', '')} />}
      {data && data.total > 0 && (
        <>
          {layout === 'rows' ? (
            <ul
              className="g2-panel g2-rows @container"
              aria-label={t.title}
              aria-busy={query.isPlaceholderData}
            >
              {data.items.map((registration) => (
                <RegistrationRow key={registration.id} registration={registration} {...actions} />
              ))}
            </ul>
          ) : (
            <div className={CARD_GRID} aria-busy={query.isPlaceholderData}>
              {data.items.map((registration) => (
                <RegistrationCard key={registration.id} registration={registration} {...actions} />
              ))}
            </div>
          )}
          <Pager
            page={page}
            pageSize={CLIENT_PAGE_SIZE}
            total={data.total}
            capped={data.totalCapped === true}
            onChange={changePage}
          />
        </>
      )}
    </section>
  );
});

interface ListControlsProps {
  readonly params: ListParams;
  readonly list: RegistrationListParams;
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
}

const LAYOUT_ICONS = { cards: IconLayoutGrid, rows: IconList } as const;

/** Controls of the list: search, status filter, order and layout. */
function ListControls({ params, list, layout, onLayout }: ListControlsProps) {
  return (
    <div className="g2-row flex-auto desktop:justify-end">
      <SearchBox
        label={t.search}
        placeholder={t.placeholder}
        value={params.searchInput}
        onChange={params.setSearchInput}
      />
      <Select
        className="flex-[0_1_264px] phone:flex-[1_1_100%]"
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
        className="flex-[0_1_264px] phone:flex-[1_1_100%]"
        aria-label={t.sort}
        data={Object.entries(t.sorts).map(([value, label]) => ({ value, label }))}
        value={list.sort in t.sorts ? list.sort : ''}
        allowDeselect={false}
        onChange={(value) => params.setSort(value ?? '')}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: these buttons are no form fields. */}
      <div role="group" aria-label={t.layout} className="flex flex-none gap-0.5">
        {(['cards', 'rows'] as const).map((option) => {
          const Icon = LAYOUT_ICONS[option];
          return (
            <ActionIcon
              key={option}
              size={36}
              variant={option === layout ? 'light' : 'subtle'}
              color={option === layout ? 'green' : 'gray'}
              aria-label={t.layouts[option]}
              aria-pressed={option === layout}
              title={t.layouts[option]}
              onClick={() => onLayout(option)}
            >
              <Icon size={20} aria-hidden />
            </ActionIcon>
          );
        })}
      </div>
    </div>
  );
}

/** A registration in the row layout. */
const RegistrationRow = memo(function RegistrationRow({
  registration,
  onPay,
  onDetails,
}: RegistrationEntryProps) {
  const { holderName, createdAt, statusUpdatedAt } = registration;
  return (
    <li className={clsx(classes.row, 'grid items-center gap-y-2 gap-x-5 py-3 px-4')}>
      <div className="[grid-area:title] grid grid-cols-1 gap-0.5 justify-items-start min-w-0">
        <TitleLink registration={registration} />
        <span className="g2-meta flex flex-wrap gap-x-3 max-w-full tabular-nums">
          <span className="g2-clip max-w-full" title={holderName}>
            {holderName}
          </span>
          <span>
            {texts.card.created} {formatDate(createdAt)}
          </span>
        </span>
      </div>
      <div className="[grid-area:state] grid grid-cols-1 gap-0.5 justify-items-start min-w-0">
        <span className="g2-row">
          <RegistrationBadges registration={registration} inList />
        </span>
        <span className="g2-meta tabular-nums">
          {texts.card.updated} {formatDateTime(statusUpdatedAt)}
        </span>
      </div>
      <div className="[grid-area:actions] g2-row @min-[34rem]:justify-end @max-[30rem]:*:grow">
        <EntryActions registration={registration} onPay={onPay} onDetails={onDetails} />
      </div>
    </li>
  );
});
