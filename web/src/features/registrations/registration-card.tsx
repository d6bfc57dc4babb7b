import type { Registration } from '@g2/gateway/contract/registrations';
import {
  JURISDICTION_NAMES,
  REGISTRATION_STATUSES,
  STATUS_ESTIMATED_TIME,
} from '@g2/gateway/contract/status-terms';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash, IconWorld } from '@tabler/icons-react';
import clsx from 'clsx';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatCents, formatDate, formatDateTime, shortHash } from '../../lib/format.ts';
import { useOpenVoucher } from '../../shared/payment/api.ts';
import { openVoucherText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { texts as closureTexts } from '../../shared/registration/closure-texts.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { statusIndex } from '../../shared/registration/status.ts';
import { StatusProgress } from '../../shared/registration/status-badge.tsx';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { CertificateButton, CorrectionActions, PayButton, UploadButton } from './actions.tsx';
import { RegistrationBadges } from './badges.tsx';
import { texts } from './texts.ts';
import { TitleLink } from './title-link.tsx';
import { editPath, isDraft, isUnpaid, type RegistrationActions, requestedCorrection } from './use-actions.ts';

const t = texts.card;

interface RegistrationCardProps extends RegistrationActions {
  readonly registration: Registration;
}

/** Card of a registration in the client's list (spec §2, "Registration card"). */
export const RegistrationCard = memo(function RegistrationCard(props: RegistrationCardProps) {
  const { registration, onPay } = props;
  const { status } = registration;
  return (
    <article
      className="g2-panel g2-edge flex flex-col gap-2"
      aria-label={registration.title}
      data-focus-home
      tabIndex={-1}
    >
      <div className="g2-row">
        <RegistrationBadges registration={registration} inList />
        <span className="g2-inline g2-meta pr-3 pl-2 py-0.5 border border-line rounded-full leading-[1.45]">
          <IconWorld size={14} aria-hidden />
          {JURISDICTION_NAMES[registration.jurisdiction]}
        </span>
      </div>
      <h3 className="g2-title">
        <TitleLink registration={registration} />
      </h3>
      <p className="g2-clip g2-note" title={registration.description}>
        {registration.description}
      </p>
      {!isDraft(registration) && (
        <div className="g2-row gap-y-0.5 gap-x-3">
          <div className="flex-[1_1_48px]">
            <StatusProgress status={status} />
          </div>
          <p className="g2-meta flex flex-wrap gap-y-0.5 gap-x-3 tabular-nums">
            {stageTexts(registration).map((part) => (
              <span key={part}>{part}</span>
            ))}
          </p>
        </div>
      )}
      <CardFacts registration={registration} />
      <FileLine registration={registration} />
      {status === 'submitted' && registration.closure === null && (
        <PendingNotice registration={registration} onPay={onPay} />
      )}
      <CardActions {...props} />
    </article>
  );
});

/** Texts for the progress and the expected duration, or that the owner must act, or that the registration is closed. */
function stageTexts(registration: Registration): readonly string[] {
  const { status, closure } = registration;
  if (closure !== null) return [closureTexts.short(closure)];
  if (requestedCorrection(registration) !== null) {
    return [t.reviewPaused, t.estimatedTime(t.waitingForClient)];
  }
  const stage = t.stage(statusIndex(status) + 1, REGISTRATION_STATUSES.length);
  return [stage, t.estimatedTime(STATUS_ESTIMATED_TIME[status].toLowerCase())];
}

function CardFacts({ registration }: { registration: Registration }) {
  return (
    <dl className="g2-meta flex flex-wrap gap-y-0.5 gap-x-3 tabular-nums">
      <div className="flex gap-1 min-w-0 basis-full">
        <dt>{t.holder}</dt>
        <dd className="g2-clip m-0 text-ink" title={registration.holderName}>
          {registration.holderName}
        </dd>
      </div>
      <div className="flex gap-1">
        <dt>{t.created}</dt>
        <dd className="m-0 text-ink">{formatDate(registration.createdAt)}</dd>
      </div>
      <div className="flex gap-1">
        <dt>{t.updated}</dt>
        <dd className="m-0 text-ink">{formatDateTime(registration.statusUpdatedAt)}</dd>
      </div>
    </dl>
  );
}

function FileLine({ registration }: { registration: Registration }) {
  const { sha256, fileName, fileSize } = registration;
  if (sha256 === null) return null;
  return (
    <p className="g2-meta flex gap-x-3 tabular-nums">
      <span className="g2-clip text-ink" title={fileName ?? undefined}>
        {fileName}
      </span>
      <span className="flex-none">{formatBytes(fileSize ?? 0)}</span>
      <code className="g2-mono flex-none ml-auto" title={sha256}>
        {shortHash(sha256)}
      </code>
    </p>
  );
}

/** Says what a submitted registration waits for: its file, payment or corrections (api-rules R2 and R3). */
function PendingNotice({ registration, onPay }: Pick<RegistrationCardProps, 'registration' | 'onPay'>) {
  const correction = requestedCorrection(registration);
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  if (correction !== null) {
    return (
      <NoticeBox
        warning
        action={
          <div className="g2-row">
            <CorrectionActions registration={registration} />
          </div>
        }
      >
        <span className="text-xs font-semibold text-warning">{t.correctionTitle}</span>
        <p className="g2-clamp g2-note text-ink" title={correction}>
          {correction}
        </p>
      </NoticeBox>
    );
  }
  if (uploading || !registration.canPay) {
    return <FileNotice registration={registration} uploading={uploading} />;
  }
  return (
    <NoticeBox action={<PayButton registration={registration} onPay={onPay} />}>
      <span className="g2-meta">{feeName(registration)}</span>
      <strong className="tabular-nums">{formatCents(registration.paymentAmount)}</strong>
      {voucher !== null && (
        <>
          <span className="g2-meta leading-[1.45]">{openVoucherText(voucher)}</span>
          <VoucherLine voucher={voucher} />
        </>
      )}
    </NoticeBox>
  );
}

/** Says that the file is missing, is still uploading, or was registered and paid by another account. */
function FileNotice({ registration, uploading }: { registration: Registration; uploading: boolean }) {
  const isTaken = registration.fileTaken && !uploading;
  return (
    <NoticeBox warning={isTaken} action={<UploadButton registration={registration} uploading={uploading} />}>
      {uploading && <strong>{t.uploading}</strong>}
      {isTaken ? (
        <span className="g2-meta leading-[1.45]">
          {fileTakenTexts.owner}{' '}
          <Link className="g2-link" to="/help">
            {fileTakenTexts.contact}
          </Link>
        </span>
      ) : (
        <span className="g2-meta leading-[1.45]">{uploading ? t.uploadingNote : t.noFile}</span>
      )}
    </NoticeBox>
  );
}

interface NoticeBoxProps {
  readonly warning?: boolean;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** Box with a text and, beside it, the button of the next action. */
function NoticeBox({ warning = false, action, children }: NoticeBoxProps) {
  return (
    <div className={clsx(warning ? 'g2-warning' : 'g2-box', 'g2-spread py-2 pr-2 pl-3')}>
      <div className="flex-[1_1_120px] min-w-0 grid">{children}</div>
      {action}
    </div>
  );
}

function CardActions({ registration, onDetails, onRemove }: RegistrationCardProps) {
  const { actions } = texts;
  return (
    <div className="g2-row mt-auto">
      <Button variant="default" size="sm" onClick={() => onDetails(registration)}>
        {actions.details}
      </Button>
      <CertificateButton registration={registration} />
      {isUnpaid(registration) && (
        <span className="flex gap-0.5 ml-auto">
          <ActionIcon
            component={Link}
            to={editPath(registration.id)}
            variant="subtle"
            color="gray"
            className="text-muted"
            size={36}
            aria-label={actions.editData}
            title={actions.editData}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            className="text-muted"
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
