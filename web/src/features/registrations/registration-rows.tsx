import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { recordPath } from '../../shared/registration/api.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { MainAction } from './main-action.tsx';
import { OwnStatus } from './own-status.tsx';
import classes from './rows.module.css';
import { texts } from './texts.ts';
import type { RegistrationActions } from './use-actions.ts';
import { WaitingBadge } from './waiting-badge.tsx';

type RowActions = Pick<RegistrationActions, 'onPay' | 'onDetails'>;

/** The user's registrations, one line each: a compact layout for long lists. */
export function RegistrationRows({
  registrations,
  busy,
  ...actions
}: RowActions & { registrations: readonly Registration[]; busy: boolean }) {
  return (
    <ul className={classes.rows} aria-label={texts.list.title} aria-busy={busy}>
      {registrations.map((registration) => (
        <Row key={registration.id} registration={registration} {...actions} />
      ))}
    </ul>
  );
}

const Row = memo(function Row({
  registration,
  onPay,
  onDetails,
}: RowActions & { registration: Registration }) {
  const { id, title, holderName, createdAt, statusUpdatedAt } = registration;
  const t = texts.card;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Link to={recordPath(id)} className={classes.title} title={title}>
          {title}
        </Link>
        <span className={classes.meta}>
          <span className={classes.holder} title={holderName}>
            {holderName}
          </span>
          <span>
            {t.created} {formatDate(createdAt)}
          </span>
        </span>
      </div>
      <div className={classes.state}>
        <span className="g2-row">
          <OwnStatus registration={registration} />
          <VersionMark registration={registration} brief />
          <WaitingBadge registration={registration} />
          <UnreadMark count={registration.unreadMessages} reader="owner" />
        </span>
        <span className={classes.meta}>
          {t.updated} {formatDateTime(statusUpdatedAt)}
        </span>
      </div>
      <div className={classes.actions}>
        <Button size="sm" variant="default" onClick={() => onDetails(registration)}>
          {texts.actions.details}
        </Button>
        <MainAction registration={registration} onPay={onPay} />
      </div>
    </li>
  );
});
