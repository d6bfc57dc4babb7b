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
import { formatBytes, formatCents, formatDate, formatDateTime, shortHash } from '../../lib/format.ts';
import { useOpenVoucher } from '../../shared/payment/api.ts';
import { awaitedText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { recordPath } from '../../shared/registration/api.ts';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { statusIndex } from '../../shared/registration/status.ts';
import { StatusProgress } from '../../shared/registration/status-badge.tsx';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { CertificateButton, CorrectionActions, PayButton, UploadButton } from './actions.tsx';
import { Badges } from './badges.tsx';
import classes from './card.module.css';
import { texts } from './texts.ts';
import { correctionOf, editPath, isDraft, isUnpaid, type RegistrationActions } from './use-actions.ts';

const t = texts.card;

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
        <Badges registration={registration} inList />
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
          <p className={classes.stage}>
            {stageOf(registration).map((part) => (
              <span key={part}>{part}</span>
            ))}
          </p>
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
function stageOf(registration: Registration): readonly string[] {
  const { status, closure } = registration;
  if (closure !== null) return [closed.short(closure)];
  if (correctionOf(registration) !== null) return [t.paused, t.estimate(t.yourTurn)];
  const stage = t.stage(statusIndex(status) + 1, REGISTRATION_STATUSES.length);
  return [stage, t.estimate(STATUS_ESTIMATED_TIME[status].toLowerCase())];
}

function CardFacts({ registration }: { registration: Registration }) {
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

/** What a submitted registration waits for: its file, its payment, or its corrections (api-rules R2 and R3). */
function PendingBox({ registration, onPay }: Pick<RegistrationCardProps, 'registration' | 'onPay'>) {
  const correction = correctionOf(registration);
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  if (correction !== null) {
    return (
      <div className={classes.box} data-tone="warning">
        <div className={classes.boxText}>
          <span className={classes.boxLabel}>{t.correction}</span>
          <p className={classes.reason} title={correction}>
            {correction}
          </p>
        </div>
        <div className="g2-row">
          <CorrectionActions registration={registration} />
        </div>
      </div>
    );
  }
  if (uploading || !registration.canPay) return <FileBox registration={registration} uploading={uploading} />;
  return (
    <div className={classes.box}>
      <div className={classes.boxText}>
        <span className={classes.boxLabel}>{feeName(registration)}</span>
        <strong className={classes.fee}>{formatCents(registration.paymentAmount)}</strong>
        {voucher !== null && (
          <>
            <span className={classes.boxNote}>{awaitedText(voucher)}</span>
            <VoucherLine voucher={voucher} />
          </>
        )}
      </div>
      <PayButton registration={registration} onPay={onPay} />
    </div>
  );
}

/** The file that is missing, still uploading, or registered and paid by another account. */
function FileBox({ registration, uploading }: { registration: Registration; uploading: boolean }) {
  const taken = registration.fileTaken && !uploading;
  return (
    <div className={classes.box} data-tone={taken ? 'warning' : undefined}>
      <div className={classes.boxText}>
        {uploading && <strong>{t.uploading}</strong>}
        {taken ? (
          <span className={classes.boxNote}>
            {fileTakenTexts.owner}{' '}
            <Link className="g2-link" to="/help">
              {fileTakenTexts.contact}
            </Link>
          </span>
        ) : (
          <span className={classes.boxNote}>{uploading ? t.uploadingNote : t.noFile}</span>
        )}
      </div>
      <UploadButton registration={registration} uploading={uploading} />
    </div>
  );
}

function CardActions({ registration, onDetails, onRemove }: RegistrationCardProps) {
  const { actions } = texts;
  return (
    <div className={classes.actions}>
      <Button variant="default" size="sm" onClick={() => onDetails(registration)}>
        {actions.details}
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
            aria-label={actions.change}
            title={actions.change}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={actions.remove}
            title={actions.remove}
            onClick={() => onRemove(registration)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </div>
  );
}
