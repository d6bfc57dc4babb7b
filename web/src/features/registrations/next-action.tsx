import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { recordPath } from '../../shared/registration/api.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { MainAction, useWait } from './main-action.tsx';
import { OwnStatus } from './own-status.tsx';
import classes from './priority.module.css';
import { texts } from './texts.ts';
import type { RegistrationActions } from './use-actions.ts';
import { WaitingBadge } from './waiting-badge.tsx';

type NextActionProps = Pick<RegistrationActions, 'onPay' | 'onDetails'> & {
  readonly registration: Registration;
};

/** Strip for the case that a single registration waits for the client, instead of a list with one entry. */
export function NextAction({ registration, onPay, onDetails }: NextActionProps) {
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
