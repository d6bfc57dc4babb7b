import { PRIORITY_LIST_SIZE } from '@g2/gateway/contract/common';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import { VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { priorityQuery, recordPath } from '../../shared/registration/api.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { type EntryProps, RowActions } from './actions.tsx';
import { Badges } from './badges.tsx';
import { useWait } from './next-text.tsx';
import { texts } from './texts.ts';
import { TitleLink } from './title-link.tsx';

const t = texts.priority;

const TEXT = 'grid gap-1 content-start min-w-0 flex-[1_1_180px]';
/** The buttons of all entries are equally wide together. */
const ACTIONS = 'g2-row flex-[1_1_312px] max-w-78 phone:max-w-none *:grow';

/** Up to three registrations that wait for the client; a strip if there is one, nothing if there are none. */
export const PriorityBlock = memo(function PriorityBlock(props: Omit<EntryProps, 'registration'>) {
  // The page shows this block once its own query settles; a refetch on mount would unmount and remount it forever.
  const { data, isFetching, refetch } = useQuery({ ...priorityQuery, retryOnMount: false });
  const [first] = data?.items ?? [];
  if (data?.items.length === 0) return null;
  if (data?.total === 1 && first) return <PriorityStrip registration={first} {...props} />;
  return (
    <section
      className="g2-panel g2-edge flex flex-col pb-2"
      aria-labelledby="priority-title"
      data-focus-home
      tabIndex={-1}
    >
      <h2 id="priority-title" className="g2-title">
        {t.title}
      </h2>
      <p className="g2-note mt-0.5 mb-2">{t.lead}</p>
      {data && (
        <ul className="g2-rows border-t border-line">
          {data.items.map((registration) => (
            <PriorityRow key={registration.id} registration={registration} {...props} />
          ))}
        </ul>
      )}
      {data === undefined && <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />}
    </section>
  );
});

function PriorityRow({ registration, ...actions }: EntryProps) {
  const { text, voucher } = useWait(registration);
  return (
    <li className="g2-row gap-x-5 py-3">
      <div className={TEXT}>
        <span className="g2-row">
          <TitleLink registration={registration} />
          <Badges registration={registration} inList />
        </span>
        <span className="g2-clamp g2-note" title={text}>
          {text}
        </span>
        {voucher !== null && <VoucherLine voucher={voucher} />}
      </div>
      <div className={ACTIONS}>
        <RowActions registration={registration} {...actions} />
      </div>
    </li>
  );
}

/** Strip for the case that a single registration waits for the client, instead of a list with one entry. */
function PriorityStrip({ registration, ...actions }: EntryProps) {
  const { text, voucher } = useWait(registration);
  return (
    <section
      className="g2-panel g2-edge g2-row gap-y-3 gap-x-5 border-accent"
      aria-labelledby="next-action"
      data-focus-home
      tabIndex={-1}
    >
      <div className={TEXT}>
        <h2 id="next-action" className="g2-subtitle text-accent">
          {t.nextAction}
        </h2>
        <p className="g2-clamp g2-title leading-[1.35]" title={text}>
          {text}
        </p>
        {voucher !== null && <VoucherLine voucher={voucher} />}
        <span className="g2-row">
          <Link
            to={recordPath(registration.id)}
            className="g2-clip g2-note max-w-full leading-[26px]"
            title={registration.title}
          >
            {registration.title}
          </Link>
          <Badges registration={registration} inList />
        </span>
      </div>
      <div className={ACTIONS}>
        <RowActions registration={registration} {...actions} />
      </div>
    </section>
  );
}

export function PrioritySkeleton() {
  return (
    <div className="g2-rows border-t border-line" role="status" aria-label={t.loading}>
      {Array.from({ length: PRIORITY_LIST_SIZE }, (_, row) => row).map((row) => (
        <div key={row} className="py-3">
          <Skeleton height={18} width={`${46 - row * 8}%`} radius="sm" />
        </div>
      ))}
    </div>
  );
}
