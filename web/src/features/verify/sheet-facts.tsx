import type { PublicCertificate, VersionPlace } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formats } from '../../lib/format.ts';
import { useLanguage, useTexts } from '../../lib/language.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { texts } from './texts.ts';

/** Holders, file, dates and independent timestamps of a certificate. */
export function SheetFacts({ certificate: it }: { certificate: PublicCertificate }) {
  const t = useTexts(texts).sheet;
  const { bytes, integer } = useTexts(formats);
  return (
    <Facts>
      <Fact name={t.holders}>
        {it.holders === null ? (
          <PrivateNote size={15} />
        ) : (
          <ul className="g2-list">
            {it.holders.map(({ name, taxIdMasked, percentage }) => (
              <li key={`${name} ${taxIdMasked}`}>
                {name} · <span className="tabular-nums">{taxIdMasked}</span> · {t.share(percentage)}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={t.file}>
        {it.fileName} · {t.bytes(bytes(it.fileSize), integer(it.fileSize))}
      </Fact>
      <Fact name={t.deposited}>
        <TimeText at={it.depositedAt} />
      </Fact>
      {it.paidAt !== null && (
        <Fact name={t.paid}>
          <TimeText at={it.paidAt} />
        </Fact>
      )}
      <Fact name={t.issued}>
        <TimeText at={it.issuedAt} />
      </Fact>
      <VersionFacts certificate={it} />
      <Fact name={t.stamps}>
        {it.stamps.length === 0 ? (
          t.noStamps
        ) : (
          <ul className="g2-list">
            {it.stamps.map(({ authority, time, of }) => (
              <li key={`${authority} ${time} ${of}`}>
                <TimeText at={time} /> · {authority} ({t.stampOf[of] ?? of})
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={t.log}>
        {it.log === null ? (
          t.noPlace
        ) : (
          <>
            {t.place(it.log.index, it.log.treeSize)} ·{' '}
            <a href="/log/checkpoint" className="g2-link">
              {t.checkpoint}
            </a>
          </>
        )}
      </Fact>
    </Facts>
  );
}

export function TimeText({ at }: { at: string }) {
  const { dateTime } = useTexts(formats);
  return (
    <time dateTime={at} className="tabular-nums">
      {dateTime(at)}
    </time>
  );
}

export const PrivateNote = ({ size }: { size: number }) => (
  <span className="g2-inline italic text-muted">
    <IconLock size={size} aria-hidden />
    {useTexts(texts).sheet.private}
  </span>
);

/** The certified version and links to its neighbours; nothing for a program with a single version. */
function VersionFacts({ certificate: it }: { certificate: PublicCertificate }) {
  const t = useTexts(texts).versions;
  if (it.versionNumber === 1 && it.next === null) return null;
  return (
    <>
      <Fact name={t.version}>
        {t.number(it.versionNumber)}
        {it.next === null && ` · ${t.newest}`}
      </Fact>
      {it.previous !== null && (
        <Fact name={t.previous}>
          <VersionLink at={it.previous} />
        </Fact>
      )}
      {it.changes !== null && <Fact name={t.changes}>{t.counts(it.changes)}</Fact>}
      {it.next !== null && (
        <Fact name={t.next}>
          <VersionLink at={it.next} />
        </Fact>
      )}
    </>
  );
}

function VersionLink({ at }: { at: VersionPlace }) {
  const t = useTexts(texts).versions;
  const language = useLanguage();
  return (
    <>
      <Link to={verificationPath(at.number, language)} className="g2-link g2-mono">
        {at.number}
      </Link>{' '}
      · {t.number(at.versionNumber)} · <TimeText at={at.issuedAt} />
      {at.status === 'revoked' && ` · ${t.revoked}`}
    </>
  );
}
