import type { Registration } from '@g2/gateway/contract/registrations';
import {
  JURISDICTION_NAMES,
  REGISTRATION_STATUSES,
  STATUS_ESTIMATED_TIME,
} from '@g2/gateway/contract/statuses';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash, IconWorld } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatDate, formatDateTime, shortHash } from '../../lib/format.ts';
import { recordPath } from '../../shared/registration/api.ts';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { statusIndex } from '../../shared/registration/status.ts';
import { StatusProgress } from '../../shared/registration/status-badge.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import classes from './card.module.css';
import { CertificateButton } from './certificate-button.tsx';
import { OwnStatus } from './own-status.tsx';
import { PendingBox } from './pending-box.tsx';
import { texts } from './texts.ts';
import { correctionOf, editPath, isDraft, isUnpaid, type RegistrationActions } from './use-actions.ts';
import { WaitingBadge } from './waiting-badge.tsx';

interface RegistrationCardProps extends RegistrationActions {
  readonly registration: Registration;
}

/** One registration of the client's grid (spec §2, "Registration card"). */
export const RegistrationCard = memo(function RegistrationCard(props: RegistrationCardProps) {
  const { registration, onPay } = props;
  const { status } = registration;
  return (
    <article className={classes.card} aria-label={registration.title} data-focus-home tabIndex={-1}>
      <div className="g2-row">
        <OwnStatus registration={registration} />
        <VersionMark registration={registration} brief />
        <WaitingBadge registration={registration} />
        <UnreadMark count={registration.unreadMessages} reader="owner" />
        <span className={classes.place}>
          <IconWorld size={14} aria-hidden />
          {JURISDICTION_NAMES[registration.jurisdiction]}
        </span>
      </div>
      <h3 className={classes.title} title={registration.title}>
        <Link to={recordPath(registration.id)} className={classes.titleLink}>
          {registration.title}
        </Link>
      </h3>
      <p className={classes.description} title={registration.description}>
        {registration.description}
      </p>
      {!isDraft(registration) && (
        <div className={classes.progress}>
          <StatusProgress status={status} />
          <Stage registration={registration} />
        </div>
      )}
      <CardFacts registration={registration} />
      <FileLine registration={registration} />
      {status === 'submitted' && registration.closure === null && (
        <PendingBox registration={registration} onPay={onPay} />
      )}
      <CardActions {...props} />
    </article>
  );
});

/** Progress and expected duration; instead, a note when the owner has to act or the case is closed. */
function Stage({ registration }: { registration: Registration }) {
  const { status, closure } = registration;
  const t = texts.card;
  if (closure !== null)
    return (
      <p className={classes.stage}>
        <span>{closed.short(closure)}</span>
      </p>
    );
  const [stage, time] =
    correctionOf(registration, '') !== null
      ? [t.paused, t.yourTurn]
      : [
          t.stage(statusIndex(status) + 1, REGISTRATION_STATUSES.length),
          STATUS_ESTIMATED_TIME[status].toLowerCase(),
        ];
  return (
    <p className={classes.stage}>
      <span>{stage}</span>
      <span>{t.estimate(time)}</span>
    </p>
  );
}

function CardFacts({ registration }: { registration: Registration }) {
  const t = texts.card;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t.holder}</dt>
        <dd className="g2-clip" title={registration.holderName}>
          {registration.holderName}
        </dd>
      </div>
      <div>
        <dt>{t.created}</dt>
        <dd>{formatDate(registration.createdAt)}</dd>
      </div>
      <div>
        <dt>{t.updated}</dt>
        <dd>{formatDateTime(registration.statusUpdatedAt)}</dd>
      </div>
    </dl>
  );
}

function FileLine({ registration }: { registration: Registration }) {
  const { sha256, fileName, fileSize } = registration;
  if (sha256 === null) return null;
  return (
    <p className={classes.file}>
      <span className="g2-clip" title={fileName ?? undefined}>
        {fileName}
      </span>
      <span>{formatBytes(fileSize ?? 0)}</span>
      <code className="g2-mono" title={sha256}>
        {shortHash(sha256)}
      </code>
    </p>
  );
}

function CardActions({ registration, onDetails, onRemove }: RegistrationCardProps) {
  const t = texts.actions;
  return (
    <div className={classes.actions}>
      <Button variant="default" size="sm" onClick={() => onDetails(registration)}>
        {t.details}
      </Button>
      <CertificateButton registration={registration} />
      {isUnpaid(registration) && (
        <span className={classes.tools}>
          <ActionIcon
            component={Link}
            to={editPath(registration.id)}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t.change}
            title={t.change}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t.remove}
            title={t.remove}
            onClick={() => onRemove(registration)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </div>
  );
}
