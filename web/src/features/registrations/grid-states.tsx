import { OWN_LIST_SORTS } from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Button, Skeleton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconFileCertificate, IconPlugConnectedX, IconSearchOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useListParams } from '../../lib/list-params.ts';
import type { OwnList } from '../../shared/registration/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { texts as ui } from '../../ui/texts.ts';
import classes from './list.module.css';
import { texts } from './texts.ts';

const t = texts.list;

/** For a user without registrations: what a registration requires. */
function FirstSteps() {
  return (
    <div className={classes.first}>
      <div className={classes.firstText}>
        <IconFileCertificate size={34} stroke={1.5} aria-hidden />
        <h3 className={classes.firstTitle}>{t.emptyTitle}</h3>
        <p className={classes.firstLead}>{t.emptyText}</p>
        <Button
          component={Link}
          to="/register"
          classNames={{ root: classes.firstAction ?? '', label: classes.firstActionLabel ?? '' }}
        >
          {t.emptyAction}
        </Button>
      </div>
      <ol className={classes.firstSteps}>
        {t.firstSteps.map((step, index) => (
          <li key={step.title}>
            <span className={classes.firstNumber} aria-hidden>
              {index + 1}
            </span>
            <div>
              <p className={classes.stepTitle}>{step.title}</p>
              <p className="g2-note">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Shown instead of cards: that nothing matches the search or the filter, or how to begin. */
export function Nothing({ list: { search, status }, onAll }: { list: OwnList; onAll: () => void }) {
  const icon = <IconSearchOff size={28} aria-hidden />;
  if (search !== '') return <EmptyState title={t.noResultsTitle} text={t.noResults(search)} icon={icon} />;
  if (status === '') return <FirstSteps />;
  return (
    <EmptyState title={t.noneOfStatusTitle} text={t.noneOfStatus(STATUS_NAMES[status])} icon={icon}>
      <Button size="sm" variant="default" onClick={onAll}>
        {t.allStatuses}
      </Button>
    </EmptyState>
  );
}

export function LoadFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      alert
      title={t.failed}
      text={t.failedText}
      icon={<IconPlugConnectedX size={28} aria-hidden />}
    >
      <Button loading={busy} onClick={onRetry}>
        {ui.retry}
      </Button>
    </EmptyState>
  );
}

export function GridSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-label={t.loading}>
      {Array.from({ length: 6 }, (_, card) => card).map((card) => (
        <div key={card} className={classes.skeleton}>
          <Skeleton height={26} width={130} radius="xl" />
          <Skeleton height={20} width={`${82 - (card % 3) * 14}%`} radius="sm" />
          <Skeleton height={6} radius="sm" />
          <Skeleton height={40} radius="sm" />
          <Skeleton height={36} width={120} radius="md" className={classes.skeletonFoot ?? ''} />
        </div>
      ))}
    </div>
  );
}

export type Look = 'cards' | 'rows';

/** List query from the URL; unknown values are ignored. The layout is the one last chosen in this browser. */
export function useOwnList() {
  const params = useListParams();
  const [look, setLook] = useLocalStorage<Look>({
    key: 'list-look',
    defaultValue: 'cards',
    getInitialValueInEffect: false,
  });
  const list: OwnList = {
    page: params.page,
    search: params.search,
    status: REGISTRATION_STATUSES.find((known) => known === params.get('status')) ?? '',
    sort: OWN_LIST_SORTS.find((known) => known === params.sort) ?? '',
  };
  return { params, list, look, setLook };
}
