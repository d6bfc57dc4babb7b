import type { PublicCertificate, VersionPlace } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formats } from '../../lib/format.ts';
import { useLanguage, useTexts } from '../../lib/language.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { texts } from './texts.ts';

/** Holders, file, dates and independent timestamps of a certificate. */
export function SheetFacts({ certificate }: { certificate: PublicCertificate }) {
  const t = useTexts(texts).sheet;
  const { bytes, integer } = useTexts(formats);
  return (
    <Facts>
      <Fact name={t.holders}>
        {certificate.holders === null ? (
          <PrivateNote size={15} />
        ) : (
          <ul className="g2-list">
            {certificate.holders.map(({ name, taxIdMasked, percentage }) => (
              <li key={`${name} ${taxIdMasked}`}>
                {name} · <span className="tabular-nums">{taxIdMasked}</span> · {t.ownershipShare(percentage)}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={t.file}>
        {certificate.fileName} · {t.fileSize(bytes(certificate.fileSize), integer(certificate.fileSize))}
      </Fact>
      <Fact name={t.deposited}>
        <TimeText time={certificate.depositedAt} />
      </Fact>
      {certificate.paidAt !== null && (
        <Fact name={t.paid}>
          <TimeText time={certificate.paidAt} />
        </Fact>
      )}
      <Fact name={t.issued}>
        <TimeText time={certificate.issuedAt} />
      </Fact>
      <VersionFacts certificate={certificate} />
      <Fact name={t.stamps}>
        {certificate.stamps.length === 0 ? (
          t.noStamps
        ) : (
          <ul className="g2-list">
            {certificate.stamps.map(({ authority, time, of }) => (
              <li key={`${authority} ${time} ${of}`}>
                <TimeText time={time} /> · {authority} ({t.stampSubject[of] ?? of})
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={t.publicLog}>
        {certificate.log === null ? (
          t.logEntryPending
        ) : (
          <>
            {t.logEntry(certificate.log.index, certificate.log.treeSize)} ·{' '}
            <a href="/log/checkpoint" className="g2-link">
              {t.checkpoint}
            </a>
          </>
        )}
      </Fact>
    </Facts>
  );
}

export function TimeText({ time }: { time: string }) {
  const { dateTime } = useTexts(formats);
  return (
    <time dateTime={time} className="tabular-nums">
      {dateTime(time)}
    </time>
  );
}

export const PrivateNote = ({ size }: { size: number }) => (
  <span className="g2-inline italic text-muted">
    <IconLock size={size} aria-hidden />
    {useTexts(texts).sheet.privateNote}
  </span>
);

/** The certified version, with links to the previous and next one. Empty for a program with a single version. */
function VersionFacts({ certificate }: { certificate: PublicCertificate }) {
  const t = useTexts(texts).versions;
  if (certificate.versionNumber === 1 && certificate.next === null) return null;
  return (
    <>
      <Fact name={t.versionLabel}>
        {t.versionName(certificate.versionNumber)}
        {certificate.next === null && ` · ${t.newestCertified}`}
      </Fact>
      {certificate.previous !== null && (
        <Fact name={t.previousVersion}>
          <VersionLink version={certificate.previous} />
        </Fact>
      )}
      {certificate.changes !== null && (
        <Fact name={t.changesLabel}>{t.changeCounts(certificate.changes)}</Fact>
      )}
      {certificate.next !== null && (
        <Fact name={t.nextVersion}>
          <VersionLink version={certificate.next} />
        </Fact>
      )}
    </>
  );
}

function VersionLink({ version }: { version: VersionPlace }) {
  const t = useTexts(texts).versions;
  const language = useLanguage();
  return (
    <>
      <Link to={verificationPath(version.number, language)} className="g2-link g2-mono">
        {version.number}
      </Link>{' '}
      · {t.versionName(version.versionNumber)} · <TimeText time={version.issuedAt} />
      {version.status === 'revoked' && ` · ${t.revoked}`}
    </>
  );
}
