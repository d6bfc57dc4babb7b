import { PRIORITY_LIST_SIZE } from '@g2/gateway/contract/constants';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import { VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { priorityQuery, registrationPath } from '../../shared/registration/api.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { EntryActions, type RegistrationEntryProps } from './actions.tsx';
import { RegistrationBadges } from './badges.tsx';
import { useWaitingReason } from './next-text.tsx';
import { texts } from './texts.ts';
import { TitleLink } from './title-link.tsx';

const t = texts.priority;

const TEXT_CLASSES = 'grid gap-1 content-start min-w-0 flex-[1_1_180px]';
/** Gives the buttons of all entries the same total width. */
const ACTION_CLASSES = 'g2-row flex-[1_1_312px] max-w-78 phone:max-w-none *:grow';

/** Up to three registrations that wait for the client. A single one is shown as a strip; none renders nothing. */
export const PriorityBlock = memo(function PriorityBlock(
  props: Omit<RegistrationEntryProps, 'registration'>,
) {
  // No refetch on mount: the page hides this block while the query loads, so a refetch would remount it endlessly.
  const { data, isFetching, refetch } = useQuery({ ...priorityQuery, retryOnMount: false });
  const [firstRegistration] = data?.items ?? [];
  if (data?.items.length === 0) return null;
  if (data?.total === 1 && firstRegistration) {
    return <PriorityStrip registration={firstRegistration} {...props} />;
  }
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

function PriorityRow({ registration, ...actions }: RegistrationEntryProps) {
  const { text, voucher } = useWaitingReason(registration);
  return (
    <li className="g2-row gap-x-5 py-3">
      <div className={TEXT_CLASSES}>
        <span className="g2-row">
          <TitleLink registration={registration} />
          <RegistrationBadges registration={registration} inList />
        </span>
        <span className="g2-clamp g2-note" title={text}>
          {text}
        </span>
        {voucher !== null && <VoucherLine voucher={voucher} />}
      </div>
      <div className={ACTION_CLASSES}>
        <EntryActions registration={registration} {...actions} />
      </div>
    </li>
  );
}

/** Strip that replaces the list if only one registration waits for the client. */
function PriorityStrip({ registration, ...actions }: RegistrationEntryProps) {
  const { text, voucher } = useWaitingReason(registration);
  return (
    <section
      className="g2-panel g2-edge g2-row gap-y-3 gap-x-5 border-accent"
      aria-labelledby="next-action"
      data-focus-home
      tabIndex={-1}
    >
      <div className={TEXT_CLASSES}>
        <h2 id="next-action" className="g2-subtitle text-accent">
          {t.nextAction}
        </h2>
        <p className="g2-clamp g2-title leading-[1.35]" title={text}>
          {text}
        </p>
        {voucher !== null && <VoucherLine voucher={voucher} />}
        <span className="g2-row">
          <Link
            to={registrationPath(registration.id)}
            className="g2-clip g2-note max-w-full leading-[26px]"
            title={registration.title}
          >
            {registration.title}
          </Link>
          <RegistrationBadges registration={registration} inList />
        </span>
      </div>
      <div className={ACTION_CLASSES}>
        <EntryActions registration={registration} {...actions} />
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
