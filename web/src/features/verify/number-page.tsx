import { readCertificateNumber } from '@g2/gateway/contract/certificate-number';
import type { Verdict } from '@g2/gateway/contract/verification';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePath, useTexts } from '../../lib/language.ts';
import { useDropGuard } from '../../ui/file-drop.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useVerdict } from './api.ts';
import { FileCheckPanel } from './file-check.tsx';
import { SelfCheck } from './self-check.tsx';
import { Sheet } from './sheet.tsx';
import { texts } from './texts.ts';
import { Unfound } from './unfound.tsx';
import classes from './verify.module.css';

/** Public page of one certificate. */
export function NumberPage() {
  const { number: typed = '' } = useParams();
  const number = readCertificateNumber(typed) ?? typed.slice(0, 40);
  const { verdict, asking, askAgain } = useVerdict(number);
  useDropGuard();
  if (verdict === undefined) return <PageSpinner />;
  return (
    <Titled number={number} verdict={verdict}>
      {verdict.kind === 'found' ? (
        <Found key={number} certificate={verdict.certificate} />
      ) : (
        <Unfound key={number} kind={verdict.kind} typed={number} busy={asking} onRetry={askAgain} />
      )}
    </Titled>
  );
}

function Titled({
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

function Found({ certificate }: Pick<Extract<Verdict, { kind: 'found' }>, 'certificate'>) {
  const t = useTexts(texts).file;
  return (
    <>
      <Sheet certificate={certificate} />
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
