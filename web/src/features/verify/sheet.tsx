import { displayedStatus } from '@g2/gateway/contract/certificate-status';
import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import { IconArrowRight, IconPrinter } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formats } from '../../lib/format.ts';
import { useLanguage, useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { certificateStatusIcon } from '../../shared/certificate/tones.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { Seal } from '../../ui/seal.tsx';
import { PrivateNote, SheetFacts, TimeText } from './sheet-facts.tsx';
import { texts } from './texts.ts';
import classes from './verify.module.css';

type CertificateProps = { readonly certificate: PublicCertificate };

/** The public view of a certificate: first its validity, then the hash, then the other facts. */
export function CertificateSheet({ certificate }: CertificateProps) {
  const t = useTexts(texts).sheet;
  return (
    <article
      className={clsx('g2-panel pb-4 overflow-hidden print:border-0 print:rounded-none', toneCss.tone)}
      data-tone={displayedStatus(certificate)}
      aria-labelledby="verdict"
    >
      <SheetVerdict certificate={certificate} />
      <GuillocheStrip />
      <div className="grid gap-6 py-6 px-(--g2-edge) print:gap-4 print:py-4 print:px-0">
        <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-2 gap-x-5 items-start">
          <div>
            <p className="m-0 text-xs font-semibold tracking-[0.04em] text-(--tone)">{t.documentType}</p>
            <p className="g2-serif mt-1.5 text-2xl leading-[1.25] wrap-anywhere">
              {certificate.title ?? <PrivateNote size={20} />}
            </p>
          </div>
          <span className="tablet:row-span-2 *:block narrow:*:size-18">
            <Seal size={112} broken={displayedStatus(certificate) !== 'valid'} />
          </span>
          <p className="g2-mono col-span-full m-0 text-lg font-bold wrap-anywhere tablet:col-1">
            <span className="g2-hidden">{t.number}</span> {certificate.number}
          </p>
        </header>
        <HashRows hash={certificate.sha256} label={t.sha256Label} />
        <SheetFacts certificate={certificate} />
        {certificate.sha512 !== null && <HashBlock hash={certificate.sha512} label={t.sha512Label} />}
        <p className="g2-meta g2-spread">
          {t.timeZoneNote}
          <Button
            className="noscript:hidden"
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={15} aria-hidden />}
            onClick={() => window.print()}
          >
            {t.print}
          </Button>
        </p>
      </div>
      <GuillocheStrip />
    </article>
  );
}

/** The certificate's status, as icon, colour and text, with what it means for the reader. */
function SheetVerdict({ certificate }: CertificateProps) {
  const { sheet: t, statuses, otherStatus } = useTexts(texts);
  const { dateTime } = useTexts(formats);
  const status = displayedStatus(certificate);
  const Icon = certificateStatusIcon(status);
  const statusTexts = status in statuses ? statuses[status] : undefined;
  return (
    <div
      className={clsx(
        classes.verdict,
        'grid grid-cols-[auto_minmax(0,1fr)] gap-4 items-center mb-4 px-(--g2-edge) py-6 print:p-4',
      )}
    >
      <span className="g2-mark size-15 bg-(--tone) text-surface [print-color-adjust:exact] phone:size-12 phone:self-start">
        <Icon size={34} stroke={1.7} aria-hidden />
      </span>
      <div className="grid gap-1.5 min-w-0 *:m-0">
        <h1 id="verdict" className="g2-serif text-headline leading-[1.15] text-(--tone)">
          {statusTexts?.title ?? otherStatus(certificate.status)}
        </h1>
        {statusTexts && <p>{statusTexts.text}</p>}
        {certificate.payment !== null && (
          <p>
            {(t.payment[certificate.payment.flag] ?? t.payment.refunded)(dateTime(certificate.payment.since))}
          </p>
        )}
        {certificate.supersededBy !== null && (
          <p>
            {t.supersededByLabel} <NumberLink number={certificate.supersededBy} />
          </p>
        )}
        {certificate.next !== null && certificate.next.status !== 'revoked' && (
          <p>
            {t.newerVersion(certificate.next.versionNumber)} <NumberLink number={certificate.next.number} />
          </p>
        )}
        {certificate.revokedAt !== null && (
          <p>
            {t.revoked} <TimeText time={certificate.revokedAt} />.
          </p>
        )}
        {certificate.reason !== null && (
          <p className="px-3 py-2 border-l-3 border-(--tone) bg-surface whitespace-pre-line wrap-anywhere">
            <strong>{t.reason}:</strong> <span lang="pt-BR">{certificate.reason}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function NumberLink({ number }: { number: string }) {
  const language = useLanguage();
  return (
    <Link
      to={verificationPath(number, language)}
      className="g2-inline g2-mono text-(--tone) font-bold underline-offset-3 wrap-anywhere"
    >
      {number}
      <IconArrowRight size={16} aria-hidden />
    </Link>
  );
}

const COPY_BUTTON_CLASSES =
  'g2-inline g2-bare px-2 py-1 rounded-sm text-xs text-accent font-semibold hover:bg-accent-soft noscript:hidden print:hidden';

/** A SHA-256 as the certificate prints it: four rows of 16 characters in groups of four, for visual comparison. */
function HashRows({ hash, label }: { hash: string; label: string }) {
  const rows = hash.match(/.{1,16}/g) ?? [];
  return (
    <div className="@container py-4 border-y border-line">
      <p className="g2-line justify-between gap-3 m-0 mb-2">
        <span className="g2-note font-semibold">{label}</span>
        <CopyButton value={hash} label={label} className={COPY_BUTTON_CLASSES} />
      </p>
      <code className="g2-mono grid justify-center gap-1 text-2xl leading-[1.35] tracking-[0.04em] @max-[420px]:text-lg">
        {rows.map((row, rowIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a hash never move.
          <span key={rowIndex} className="flex gap-1.5">
            {(row.match(/.{1,4}/g) ?? []).map((group, groupIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a hash never move.
              <span key={groupIndex}>{group}</span>
            ))}
          </span>
        ))}
      </code>
    </div>
  );
}
