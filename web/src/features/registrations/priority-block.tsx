import { PRIORITY_LIST_SIZE } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import { VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { priorityQuery, recordPath } from '../../shared/registration/api.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { MainAction, useWait } from './main-action.tsx';
import { OwnStatus } from './own-status.tsx';
import classes from './priority.module.css';
import { texts } from './texts.ts';
import type { RegistrationActions } from './use-actions.ts';
import { WaitingBadge } from './waiting-badge.tsx';

type PriorityActions = Pick<RegistrationActions, 'onPay' | 'onDetails'>;

/** Up to three registrations that wait for the client; a strip if there is one, nothing if there are none. */
export const PriorityBlock = memo(function PriorityBlock(props: PriorityActions) {
  // The page shows this block once its own query settles; a refetch on mount would unmount and remount it forever.
  const { data, isFetching, refetch } = useQuery({ ...priorityQuery, retryOnMount: false });
  const t = texts.priority;
  const [first] = data?.items ?? [];
  if (data?.items.length === 0) return null;
  if (data?.total === 1 && first) return <NextAction registration={first} {...props} />;
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

function PriorityRow({ registration, onPay, onDetails }: PriorityActions & { registration: Registration }) {
  const { text, voucher } = useWait(registration);
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <span className="g2-row">
          <Link to={recordPath(registration.id)} className={classes.name} title={registration.title}>
            {registration.title}
          </Link>
          <OwnStatus registration={registration} />
          <VersionMark registration={registration} brief />
          <WaitingBadge registration={registration} />
          <UnreadMark count={registration.unreadMessages} reader="owner" />
        </span>
        <span className="g2-clamp g2-note" title={text}>
          {text}
        </span>
        {voucher !== null && <VoucherLine voucher={voucher} />}
      </div>
      <div className={classes.actions}>
        <Button size="sm" variant="default" onClick={() => onDetails(registration)}>
          {texts.actions.details}
        </Button>
        <MainAction registration={registration} onPay={onPay} />
      </div>
    </li>
  );
}

export function PrioritySkeleton() {
  return (
    <div className={classes.rows} role="status" aria-label={texts.priority.loading}>
      {Array.from({ length: PRIORITY_LIST_SIZE }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={18} width={`${46 - row * 8}%`} radius="sm" />
        </div>
      ))}
    </div>
  );
}

type NextActionProps = Pick<RegistrationActions, 'onPay' | 'onDetails'> & {
  readonly registration: Registration;
};

/** Strip for the case that a single registration waits for the client, instead of a list with one entry. */
function NextAction({ registration, onPay, onDetails }: NextActionProps) {
  const { text, voucher } = useWait(registration);
  return (
    <section className={classes.strip} aria-labelledby="next-action" data-focus-home tabIndex={-1}>
      <div className={classes.text}>
        <h2 id="next-action" className={classes.stripTitle}>
          {texts.priority.nextAction}
        </h2>
        <p className={classes.stripWait} title={text}>
          {text}
        </p>
        {voucher !== null && <VoucherLine voucher={voucher} />}
        <span className="g2-row">
          <Link to={recordPath(registration.id)} className={classes.stripName} title={registration.title}>
            {registration.title}
          </Link>
          <OwnStatus registration={registration} />
          <VersionMark registration={registration} brief />
          <WaitingBadge registration={registration} />
          <UnreadMark count={registration.unreadMessages} reader="owner" />
        </span>
      </div>
      <div className={classes.stripActions}>
        <Button size="sm" variant="default" onClick={() => onDetails(registration)}>
          {texts.actions.details}
        </Button>
        <MainAction registration={registration} onPay={onPay} />
      </div>
    </section>
  );
}
