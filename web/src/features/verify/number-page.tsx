import { readCertificateNumber } from '@g2/gateway/contract/certificate-number';
import type { Verdict } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link, useParams } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePath, useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { iconOf } from '../../shared/certificate/tones.ts';
import { useDropGuard } from '../../ui/file-drop.tsx';
import { firstTexts } from '../../ui/first-texts.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useVerdict } from './api.ts';
import { FileCheckPanel } from './file-check.tsx';
import { NumberForm } from './number-form.tsx';
import { SelfCheck } from './self-check.tsx';
import { CertificateSheet } from './sheet.tsx';
import { texts } from './texts.ts';
import unfoundClasses from './unfound.module.css';
import classes from './verify.module.css';

/** Public page of one certificate. */
export function NumberPage() {
  const { number: typed = '' } = useParams();
  const number = readCertificateNumber(typed) ?? typed.slice(0, 40);
  const { verdict, asking, askAgain } = useVerdict(number);
  useDropGuard();
  if (verdict === undefined) return <PageSpinner />;
  return (
    <CertificatePage number={number} verdict={verdict}>
      {verdict.kind === 'found' ? (
        <FoundCertificate key={number} certificate={verdict.certificate} />
      ) : (
        <NoCertificate key={number} kind={verdict.kind} typed={number} busy={asking} onRetry={askAgain} />
      )}
    </CertificatePage>
  );
}

function CertificatePage({
  number,
  verdict,
  children,
}: {
  number: string;
  verdict: Verdict;
  children: React.ReactNode;
}) {
  const t = useTexts(texts);
  const path = usePath();
  useDocumentTitle(t.pageTitle(number, verdict));
  return (
    <div className={classes.page}>
      <p className={classes.back}>
        <Link to={path('/verificar')} className="g2-inline g2-link">
          <IconArrowLeft size={16} aria-hidden />
          {t.form.another}
        </Link>
      </p>
      {children}
    </div>
  );
}

function FoundCertificate({ certificate }: Pick<Extract<Verdict, { kind: 'found' }>, 'certificate'>) {
  const t = useTexts(texts).file;
  return (
    <>
      <CertificateSheet certificate={certificate} />
      <section className={classes.compare} aria-labelledby="compare-title">
        <div>
          <h2 id="compare-title" className={classes.heading}>
            {t.compareTitle}
          </h2>
          <p className="g2-note">{t.compareText}</p>
        </div>
        <FileCheckPanel certificate={certificate} />
      </section>
      <SelfCheck />
    </>
  );
}

interface NoCertificateProps {
  readonly kind: Exclude<Verdict['kind'], 'found'>;
  readonly typed: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Shown without a certificate: no such number, a typo in it, or a failed lookup. Has neither sheet nor seal. */
function NoCertificate({ kind, typed, busy, onRetry }: NoCertificateProps) {
  const { unfound, form } = useTexts(texts);
  const t = unfound[kind];
  const ui = useTexts(firstTexts);
  const Icon = iconOf(kind);
  const mayRetry = kind === 'away' || kind === 'limited';
  return (
    <>
      <section
        className={clsx(unfoundClasses.unfound, toneCss.tone)}
        data-tone={kind}
        aria-labelledby="verdict"
      >
        <span className={unfoundClasses.unfoundMark}>
          <Icon size={44} stroke={1.5} aria-hidden />
        </span>
        <h1 id="verdict" className={unfoundClasses.verdict}>
          {t.title}
        </h1>
        <p className={unfoundClasses.typed}>{typed}</p>
        <p className={unfoundClasses.unfoundText}>{t.text}</p>
        <ul className={unfoundClasses.hints}>
          {t.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
        {mayRetry && (
          <Button className={unfoundClasses.onScreen ?? ''} loading={busy} onClick={onRetry}>
            {ui.retry}
          </Button>
        )}
      </section>
      {!mayRetry && (
        <section className={unfoundClasses.again} aria-label={form.another}>
          <NumberForm initialNumber={typed} />
        </section>
      )}
      {kind === 'away' && <SelfCheck />}
    </>
  );
}
