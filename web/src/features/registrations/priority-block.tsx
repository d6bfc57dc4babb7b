import { PRIORITY_LIST_SIZE } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
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
import classes from './priority.module.css';
import { texts } from './texts.ts';

const t = texts.priority;

type PriorityActions = Omit<EntryProps, 'registration'>;

/** Up to three registrations that wait for the client; a strip if there is one, nothing if there are none. */
export const PriorityBlock = memo(function PriorityBlock(props: PriorityActions) {
  // The page shows this block once its own query settles; a refetch on mount would unmount and remount it forever.
  const { data, isFetching, refetch } = useQuery({ ...priorityQuery, retryOnMount: false });
  const [first] = data?.items ?? [];
  if (data?.items.length === 0) return null;
  if (data?.total === 1 && first) return <PriorityStrip registration={first} {...props} />;
  return (
    <section className={classes.block} aria-labelledby="priority-title" data-focus-home tabIndex={-1}>
      <h2 id="priority-title" className="g2-title">
        {t.title}
      </h2>
      <p className={classes.lead}>{t.lead}</p>
      {data && (
        <ul className={classes.rows}>
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
    <li className={classes.row}>
      <div className={classes.text}>
        <NameLine registration={registration} className={classes.name} />
        <span className="g2-clamp g2-note" title={text}>
          {text}
        </span>
        {voucher !== null && <VoucherLine voucher={voucher} />}
      </div>
      <div className={classes.actions}>
        <RowActions registration={registration} {...actions} />
      </div>
    </li>
  );
}

/** Strip for the case that a single registration waits for the client, instead of a list with one entry. */
function PriorityStrip({ registration, ...actions }: EntryProps) {
  const { text, voucher } = useWait(registration);
  return (
    <section className={classes.strip} aria-labelledby="next-action" data-focus-home tabIndex={-1}>
      <div className={classes.text}>
        <h2 id="next-action" className={classes.stripTitle}>
          {t.nextAction}
        </h2>
        <p className={classes.stripWait} title={text}>
          {text}
        </p>
        {voucher !== null && <VoucherLine voucher={voucher} />}
        <NameLine registration={registration} className={classes.stripName} />
      </div>
      <div className={classes.stripActions}>
        <RowActions registration={registration} {...actions} />
      </div>
    </section>
  );
}

interface NameLineProps {
  readonly registration: Registration;
  readonly className: string | undefined;
}

function NameLine({ registration, className }: NameLineProps) {
  return (
    <span className="g2-row">
      <Link to={recordPath(registration.id)} className={className} title={registration.title}>
        {registration.title}
      </Link>
      <Badges registration={registration} inList />
    </span>
  );
}

export function PrioritySkeleton() {
  return (
    <div className={classes.rows} role="status" aria-label={t.loading}>
      {Array.from({ length: PRIORITY_LIST_SIZE }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={18} width={`${46 - row * 8}%`} radius="sm" />
        </div>
      ))}
    </div>
  );
}
