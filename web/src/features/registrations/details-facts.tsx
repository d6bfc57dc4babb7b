import type { Registration, RegistrationDocument } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { Button, Skeleton } from '@mantine/core';
import { IconExternalLink, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCents, formatDateTime, formatInteger, formatMegabytes } from '../../lib/format.ts';
import { texts as changes } from '../../shared/archive/changes-texts.ts';
import { FilesLink, FoldedSummary } from '../../shared/archive/summary-fold.tsx';
import { texts as archive } from '../../shared/archive/texts.ts';
import { texts as evidence } from '../../shared/certificate/texts.ts';
import { holdersQuery } from '../../shared/registration/api.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { DepositProof } from './deposit-proof.tsx';
import classes from './details.module.css';
import { texts } from './texts.ts';
import { useReceiptDownload, useZipDownload } from './use-actions.ts';

const t = texts.details;

interface DetailsFactsProps {
  readonly registration: Registration;
  /** Whose button has the focus at first. */
  readonly document: RegistrationDocument | undefined;
}

/** Proof, what is in the file, software, payment, holder, applicant and legal protection, from top to bottom. */
export function DetailsFacts({ registration, document }: DetailsFactsProps) {
  return (
    <div className={classes.facts}>
      <Proof registration={registration} document={document} />
      {registration.sha256 !== null && (
        <Group title={archive.title}>
          <FoldedSummary registration={registration} reader="owner" />
          <div className={classes.groupActions}>
            <FilesLink registration={registration} />
          </div>
        </Group>
      )}
      <Changes registration={registration} />
      <Group title={evidence.title}>
        <DepositProof registration={registration} />
      </Group>
      <Group title={t.software}>
        <Facts>
          <Fact name={t.titleField}>{registration.title}</Fact>
          <Fact name={t.description}>{registration.description}</Fact>
          <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[registration.jurisdiction]}</Fact>
          {registration.fileName !== null && <Fact name={t.fileName}>{registration.fileName}</Fact>}
          {registration.fileSize !== null && (
            <Fact name={t.fileSize}>
              {t.size(formatMegabytes(registration.fileSize), formatInteger(registration.fileSize))}
            </Fact>
          )}
          <Fact name={t.created}>{formatDateTime(registration.createdAt)}</Fact>
          {registration.certificateIssuedAt !== null && (
            <Fact name={t.issued}>{formatDateTime(registration.certificateIssuedAt)}</Fact>
          )}
          {registration.notes !== null && <Fact name={t.notes}>{registration.notes}</Fact>}
          <Fact name={t.id}>{registration.id}</Fact>
        </Facts>
      </Group>
      <Payment registration={registration} document={document} />
      <Holders registration={registration} />
      <Group title={t.applicant}>
        <Facts>
          <Fact name={t.name}>{registration.applicantName}</Fact>
          <Fact name={t.email}>{registration.applicantEmail}</Fact>
          <Fact name={t.taxId}>{registration.applicantTaxId}</Fact>
        </Facts>
      </Group>
      <Group title={t.legal}>
        <ul className={classes.legal}>
          {t.legalPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Group>
    </div>
  );
}

/** The hash as proof of authorship, how to check it, and the file it stands for. */
function Proof({ registration, document }: DetailsFactsProps) {
  const zip = useZipDownload(registration);
  if (registration.sha256 === null) {
    return (
      <Group title={t.proof}>
        <p className={classes.note}>{texts.card.noFile}</p>
      </Group>
    );
  }
  return (
    <Group title={t.proof}>
      <FileHashes sha256={registration.sha256} sha512={registration.sha512} />
      <p className={classes.note}>{t.proofText}</p>
      <div className={classes.groupActions}>
        <DownloadButton
          name={registration.fileName ?? ''}
          transfer={zip.transfer}
          first={document === 'arquivo'}
          onStart={zip.start}
          onCancel={zip.cancel}
        >
          {texts.actions.zip}
        </DownloadButton>
        <Button
          size="sm"
          variant="subtle"
          component={Link}
          to="/help#hash"
          target="_blank"
          rel="noopener"
          rightSection={<IconExternalLink size={15} aria-hidden />}
        >
          {t.check}
        </Button>
      </div>
    </Group>
  );
}

const ArchiveChanges = lazyWithPreload(
  async () => (await import('../../shared/archive/changes.tsx')).ArchiveChanges,
  <Skeleton height={96} radius="md" role="status" aria-label={changes.loading} />,
);

/** Against the file that changes were asked for; nothing where there is none (any more). */
function Changes({ registration: { id, sha256, hasEarlierFile } }: { registration: Registration }) {
  if (!hasEarlierFile || sha256 === null) return null;
  return (
    <Group title={changes.title}>
      <ArchiveChanges key={sha256} resent={{ id, sha256 }} />
      <p className={classes.note}>{changes.kept}</p>
    </Group>
  );
}

function Payment({ registration, document }: DetailsFactsProps) {
  const receipt = useReceiptDownload();
  const { paymentPaidAt, paymentAmount } = registration;
  return (
    <Group title={t.payment}>
      <Facts>
        <Fact name={t.fee}>{formatCents(paymentAmount)}</Fact>
        <Fact name={t.paid}>{paymentPaidAt === null ? t.unpaid : formatDateTime(paymentPaidAt)}</Fact>
      </Facts>
      {paymentPaidAt !== null && (
        <div className={classes.groupActions}>
          <Button
            size="sm"
            variant="default"
            data-autofocus={document === 'recibo' || undefined}
            leftSection={<IconReceipt size={17} aria-hidden />}
            loading={receipt.isPending}
            onClick={() => receipt.mutate(registration)}
          >
            {texts.actions.receipt}
          </Button>
        </div>
      )}
    </Group>
  );
}

function Holders({ registration }: { registration: Registration }) {
  const holders = useQuery(holdersQuery(registration.id)).data?.items ?? [];
  return (
    <Group title={t.holder}>
      <Facts>
        <Fact name={t.name}>{registration.holderName}</Fact>
        {holders.map((holder) => (
          <Fact key={holder.id} name={t.share(holder.ownershipPercentage)}>
            {holder.holderName} · {holder.holderTaxId}
          </Fact>
        ))}
      </Facts>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  );
}
