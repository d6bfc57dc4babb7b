import type { RegistrationDocument } from '@g2/gateway/contract/registration-terms';
import type { Registration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/status-terms';
import { Button, Skeleton } from '@mantine/core';
import { IconExternalLink, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { formatCents, formatDateTime, formatInteger, formatMegabytes } from '../../lib/format.ts';
import { texts as changeTexts } from '../../shared/archive/changes-texts.ts';
import { FilesLink, FoldedSummary } from '../../shared/archive/summary.tsx';
import { holdersQuery, REGISTRATIONS } from '../../shared/registration/api.ts';
import { texts as closureTexts } from '../../shared/registration/closure-texts.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { filledDetails } from '../../shared/registration/filled-details.ts';
import { Messages } from '../../shared/registration/messages/messages.tsx';
import { refundFailedTexts } from '../../shared/registration/refund-failed.ts';
import type { StatusChange } from '../../shared/registration/status.ts';
import { StatusTimeline } from '../../shared/registration/status-timeline.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { texts } from './texts.ts';
import { isDraft, requestedCorrection, useReceiptDownload, useZipDownload } from './use-actions.ts';

const t = texts.details;

interface RegistrationProps {
  readonly registration: Registration;
}

export interface DocumentProps extends RegistrationProps {
  /** The document whose button receives the initial focus. */
  readonly document?: RegistrationDocument | undefined;
}

export function ProofBody({ registration }: RegistrationProps) {
  if (registration.sha256 === null) return <p className="g2-note mt-2">{texts.card.noFile}</p>;
  return (
    <>
      <FileHashes sha256={registration.sha256} sha512={registration.sha512} />
      <p className="g2-note mt-2">{t.proofText}</p>
      <div className="g2-row mt-3">
        <Button
          size="sm"
          variant="subtle"
          component={Link}
          to="/help#hash"
          target="_blank"
          rel="noopener"
          rightSection={<IconExternalLink size={15} aria-hidden />}
        >
          {t.howToCheck}
        </Button>
      </div>
    </>
  );
}

export function ContentsBody({ registration, document }: DocumentProps) {
  const zipDownload = useZipDownload(registration);
  if (registration.sha256 === null) return <p className="g2-note mt-2">{texts.card.noFile}</p>;
  return (
    <>
      <FoldedSummary registration={registration} reader="owner" />
      <div className="g2-row mt-3">
        <FilesLink registration={registration} />
        <DownloadButton
          name={registration.fileName ?? ''}
          initialFocus={document === 'arquivo'}
          {...zipDownload}
        >
          {texts.actions.zip}
        </DownloadButton>
      </div>
    </>
  );
}

const ArchiveChanges = lazyWithPreload(
  async () => (await import('../../shared/archive/changes.tsx')).ArchiveChanges,
  <Skeleton height={96} radius="md" role="status" aria-label={changeTexts.loading} />,
);

/** Whether the file from before the corrections is still stored, so that both files can be compared. */
export const isComparable = ({ hasEarlierFile, sha256 }: Registration): boolean =>
  hasEarlierFile && sha256 !== null;

export function ChangesBody({ registration: { id, sha256 } }: RegistrationProps) {
  if (sha256 === null) return null;
  return (
    <>
      <ArchiveChanges key={sha256} deposit={{ id, sha256 }} />
      <p className="g2-note mt-2">{changeTexts.previousFileNote}</p>
    </>
  );
}

export function SoftwareBody({ registration }: RegistrationProps) {
  const { fileName, fileSize, createdAt, depositedAt, certificateIssuedAt } = registration;
  return (
    <Facts>
      <Fact name={t.titleField}>{registration.title}</Fact>
      <Fact name={t.description}>{registration.description}</Fact>
      <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[registration.jurisdiction]}</Fact>
      {fileName !== null && <Fact name={t.fileName}>{fileName}</Fact>}
      {fileSize !== null && (
        <Fact name={t.fileSize}>{t.sizeInBytes(formatMegabytes(fileSize), formatInteger(fileSize))}</Fact>
      )}
      <Fact name={t.created}>{formatDateTime(createdAt)}</Fact>
      {depositedAt !== null && <Fact name={t.deposited}>{formatDateTime(depositedAt)}</Fact>}
      {certificateIssuedAt !== null && <Fact name={t.issued}>{formatDateTime(certificateIssuedAt)}</Fact>}
      {filledDetails(registration).map(({ name, label, text }) => (
        <Fact key={name} name={label}>
          {text}
        </Fact>
      ))}
      <Fact name={t.id}>{registration.id}</Fact>
    </Facts>
  );
}

export function PaymentBody({ registration, document }: DocumentProps) {
  const receiptDownload = useReceiptDownload();
  const { paymentPaidAt, paymentAmount, closure, refundFailed } = registration;
  return (
    <>
      <Facts>
        <Fact name={feeName(registration)}>{formatCents(paymentAmount)}</Fact>
        <Fact name={t.paid}>{paymentPaidAt === null ? t.unpaid : formatDateTime(paymentPaidAt)}</Fact>
        {refundFailed && <Fact name={refundFailedTexts.name}>{refundFailedTexts.state}</Fact>}
        {closure !== null && !refundFailed && (
          <Fact name={closureTexts.returned}>{closureTexts.returnedOn(closure)}</Fact>
        )}
      </Facts>
      {paymentPaidAt !== null && (
        <div className="g2-row mt-3">
          <Button
            size="sm"
            variant="default"
            data-autofocus={document === 'recibo' || undefined}
            leftSection={<IconReceipt size={17} aria-hidden />}
            loading={receiptDownload.isPending}
            onClick={() => receiptDownload.mutate(registration)}
          >
            {texts.actions.receipt}
          </Button>
        </div>
      )}
    </>
  );
}

/** The main holder from the first form step, then the holders of the list with their shares. */
export function HoldersBody({ registration }: RegistrationProps) {
  const query = useQuery(holdersQuery(registration.id));
  const holders = query.data?.items ?? [];
  return (
    <>
      <Facts>
        <Fact name={t.name}>{registration.holderName}</Fact>
        {holders.map((holder) => (
          <Fact key={holder.id} name={t.share(holder.ownershipPercentage)}>
            {holder.holderName} · {holder.holderTaxId}
          </Fact>
        ))}
      </Facts>
      {failedToLoad(query) && (
        <RetryLine text={t.holdersFailed} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}

export function ApplicantBody({ registration }: RegistrationProps) {
  return (
    <Facts>
      <Fact name={t.name}>{registration.applicantName}</Fact>
      <Fact name={t.email}>{registration.applicantEmail}</Fact>
      <Fact name={t.taxId}>{registration.applicantTaxId}</Fact>
    </Facts>
  );
}

export function BulletList({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid gap-1.5 m-0 pl-4 text-sm text-muted wrap-anywhere">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

export function ProgressBody({
  registration,
  history = [],
}: RegistrationProps & { history: readonly StatusChange[] | undefined }) {
  return (
    <StatusTimeline
      status={registration.status}
      createdAt={registration.createdAt}
      paidAt={registration.paymentPaidAt}
      statusChangedAt={registration.statusUpdatedAt}
      history={history}
      correction={requestedCorrection(registration)}
      closure={registration.closure}
      isDraft={isDraft(registration)}
    />
  );
}

export function MessagesBody({ registration: { id }, document }: DocumentProps) {
  return (
    <Messages
      key={id}
      thread={{ id, root: REGISTRATIONS }}
      reader="owner"
      focusOnOpen={document === 'mensagens'}
    />
  );
}
