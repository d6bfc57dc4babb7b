import { OWN_LIST_SORTS } from '@g2/gateway/contract/registration-terms';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { Button, Skeleton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconFileCertificate, IconSearchOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useListParams } from '../../lib/list-params.ts';
import type { RegistrationListParams } from '../../shared/registration/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { texts } from './texts.ts';

const t = texts.list;

/** CSS classes of the grid of cards. */
export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-4';

/** Shown to a user without registrations: explains the steps of a registration. */
function FirstSteps() {
  return (
    <div className="g2-panel grid desktop:grid-cols-2 items-center gap-y-8 gap-x-12 py-6 px-4 desktop:p-12">
      <div className="flex flex-col items-start">
        <IconFileCertificate size={34} stroke={1.5} className="text-accent" aria-hidden />
        <h3 className="g2-heading mt-3">{t.emptyTitle}</h3>
        <p className="m-0 mt-1.5 mb-5 text-muted max-w-[44ch]">{t.emptyText}</p>
        <Button
          component={Link}
          to="/register"
          classNames={{
            root: 'h-auto py-3 px-5 phone:w-full phone:px-3',
            label: 'whitespace-normal leading-[1.25]',
          }}
        >
          {t.emptyAction}
        </Button>
      </div>
      <ol className="g2-list grid gap-5">
        {t.firstSteps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[34px_1fr] gap-3">
            <span
              className="g2-mark w-8.5 h-8.5 bg-accent-soft text-accent font-bold tabular-nums"
              aria-hidden
            >
              {index + 1}
            </span>
            <div>
              <p className="m-0 font-semibold leading-[34px]">{step.title}</p>
              <p className="g2-note">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Replaces an empty list: says that nothing matches the search or the filter, or how to start. */
export function EmptyList({
  list: { search, status },
  onShowAll,
}: {
  list: RegistrationListParams;
  onShowAll: () => void;
}) {
  const icon = <IconSearchOff size={28} aria-hidden />;
  if (search !== '') return <EmptyState title={t.noResultsTitle} text={t.noResults(search)} icon={icon} />;
  if (status === '') return <FirstSteps />;
  return (
    <EmptyState title={t.noneWithStatusTitle} text={t.noneWithStatus(STATUS_NAMES[status])} icon={icon}>
      <Button size="sm" variant="default" onClick={onShowAll}>
        {t.allStatuses}
      </Button>
    </EmptyState>
  );
}

export function GridSkeleton() {
  return (
    <div className={CARD_GRID} role="status" aria-label={t.loading}>
      {Array.from({ length: 6 }, (_, card) => card).map((card) => (
        <div key={card} className="g2-panel g2-edge grid gap-4 content-start min-h-65">
          <Skeleton height={26} width={130} radius="xl" />
          <Skeleton height={20} width={`${82 - (card % 3) * 14}%`} radius="sm" />
          <Skeleton height={6} radius="sm" />
          <Skeleton height={40} radius="sm" />
          <Skeleton height={36} width={120} radius="md" className="mt-12" />
        </div>
      ))}
    </div>
  );
}

export type Layout = 'cards' | 'rows';

/** The list parameters from the URL, without unknown values, and the layout that was last chosen in this browser. */
export function useOwnList() {
  const params = useListParams();
  const [layout, setLayout] = useLocalStorage<Layout>({
    key: 'list-look',
    defaultValue: 'cards',
    getInitialValueInEffect: false,
  });
  const list: RegistrationListParams = {
    page: params.page,
    search: params.search,
    status: REGISTRATION_STATUSES.find((status) => status === params.get('status')) ?? '',
    sort: OWN_LIST_SORTS.find((sort) => sort === params.sort) ?? '',
  };
  return { params, list, layout, setLayout };
}
