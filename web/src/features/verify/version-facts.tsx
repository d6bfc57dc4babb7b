import type { PublicCertificate, VersionPlace } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { Link } from 'react-router';
import { formats } from '../../lib/format.ts';
import { useLanguage, useTexts } from '../../lib/language.ts';
import { Fact } from '../../ui/facts.tsx';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** The certified version and links to its neighbours; nothing for a program with a single version. */
export function VersionFacts({ certificate: it }: { certificate: PublicCertificate }) {
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
          <Place at={it.previous} />
        </Fact>
      )}
      {it.changes !== null && <Fact name={t.changes}>{t.counts(it.changes)}</Fact>}
      {it.next !== null && (
        <Fact name={t.next}>
          <Place at={it.next} />
        </Fact>
      )}
    </>
  );
}

function Place({ at }: { at: VersionPlace }) {
  const t = useTexts(texts).versions;
  const { dateTime } = useTexts(formats);
  const language = useLanguage();
  return (
    <>
      <Link to={verificationPath(at.number, language)} className="g2-link g2-mono">
        {at.number}
      </Link>{' '}
      · {t.number(at.versionNumber)} ·{' '}
      <time dateTime={at.issuedAt} className={classes.figures}>
        {dateTime(at.issuedAt)}
      </time>
      {at.status === 'revoked' && ` · ${t.revoked}`}
    </>
  );
}
