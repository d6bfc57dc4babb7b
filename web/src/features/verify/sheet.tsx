import { displayedStatus } from '@g2/gateway/contract/certificate-status';
import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import { IconArrowRight, IconLock, IconPrinter } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formats } from '../../lib/format.ts';
import { useLanguage, useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { iconOf } from '../../shared/certificate/tones.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { Seal } from '../../ui/seal.tsx';
import hashRowsClasses from './hash-rows.module.css';
import classes from './sheet.module.css';
import { SheetFacts } from './sheet-facts.tsx';
import { texts } from './texts.ts';

type CertificateProps = { readonly certificate: PublicCertificate };

/** The public view of a certificate: first its validity, then the hash, then the other facts. */
export function CertificateSheet({ certificate: it }: CertificateProps) {
  const t = useTexts(texts).sheet;
  return (
    <article
      className={clsx(classes.sheet, toneCss.tone)}
      data-tone={displayedStatus(it)}
      aria-labelledby="verdict"
    >
      <SheetVerdict certificate={it} />
      <GuillocheStrip />
      <div className={classes.paper}>
        <header className={classes.head}>
          <div>
            <p className={classes.kicker}>{t.kicker}</p>
            {it.title === null ? (
              <p className={clsx(classes.title, classes.private)}>
                <IconLock size={20} aria-hidden />
                {t.private}
              </p>
            ) : (
              <p className={classes.title}>{it.title}</p>
            )}
          </div>
          <span className={classes.seal}>
            <Seal size={112} broken={displayedStatus(it) !== 'valid'} />
          </span>
          <p className={classes.number}>
            <span className="g2-hidden">{t.number}</span> {it.number}
          </p>
        </header>
        <HashRows hash={it.sha256} label={t.hash} />
        <SheetFacts certificate={it} />
        {it.sha512 !== null && <HashBlock hash={it.sha512} label={t.hash512} />}
        <p className={classes.foot}>
          {t.zone}
          <Button
            className={classes.print ?? ''}
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

/** The certificate's status as icon, colour and text, with its consequence. */
function SheetVerdict({ certificate: it }: CertificateProps) {
  const { sheet: t, statuses, otherStatus } = useTexts(texts);
  const { dateTime } = useTexts(formats);
  const language = useLanguage();
  const standing = displayedStatus(it);
  const Icon = iconOf(standing);
  const statusTexts = standing in statuses ? statuses[standing] : undefined;
  return (
    <div className={classes.verdict}>
      <span className={classes.mark}>
        <Icon size={34} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.says}>
        <h1 id="verdict" className={classes.answer}>
          {statusTexts?.title ?? otherStatus(it.status)}
        </h1>
        {statusTexts && <p className={classes.because}>{statusTexts.text}</p>}
        {it.payment !== null && (
          <p className={classes.because}>
            {(t.payment[it.payment.flag] ?? t.payment.refunded)(dateTime(it.payment.since))}
          </p>
        )}
        {it.supersededBy !== null && (
          <p className={classes.because}>
            {t.supersededBy}{' '}
            <Link to={verificationPath(it.supersededBy, language)} className={classes.next}>
              {it.supersededBy}
              <IconArrowRight size={16} aria-hidden />
            </Link>
          </p>
        )}
        {it.next !== null && it.next.status !== 'revoked' && (
          <p className={classes.because}>
            {t.next(it.next.versionNumber)}{' '}
            <Link to={verificationPath(it.next.number, language)} className={classes.next}>
              {it.next.number}
              <IconArrowRight size={16} aria-hidden />
            </Link>
          </p>
        )}
        {it.revokedAt !== null && (
          <p className={classes.because}>
            {t.revoked} <time dateTime={it.revokedAt}>{dateTime(it.revokedAt)}</time>.
          </p>
        )}
        {it.reason !== null && (
          <p className={classes.reason}>
            <strong>{t.reason}:</strong> <span lang="pt-BR">{it.reason}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** A SHA-256 as the certificate prints it: four rows of 16 characters in groups of four, for visual comparison. */
function HashRows({ hash, label }: { hash: string; label: string }) {
  const rows = hash.match(/.{1,16}/g) ?? [];
  return (
    <div className={hashRowsClasses.block}>
      <p className={hashRowsClasses.head}>
        <span className={hashRowsClasses.label}>{label}</span>
        <CopyButton value={hash} label={label} className={hashRowsClasses.copy} />
      </p>
      <code className={hashRowsClasses.rows}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hash's places are its identity.
          <span key={at} className={hashRowsClasses.row}>
            {(row.match(/.{1,4}/g) ?? []).map((group, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <span key={place}>{group}</span>
            ))}
          </span>
        ))}
      </code>
    </div>
  );
}
