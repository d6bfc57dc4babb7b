import { readCertificateNumber } from '@g2/gateway/contract/certificate-number';
import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import type { Verdict } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import clsx from 'clsx';
import { Link, useParams } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePath, useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { certificateStatusIcon } from '../../shared/certificate/tones.ts';
import { useDropGuard } from '../../ui/file-drop.tsx';
import { commonTexts } from '../../ui/first-texts.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useVerdict } from './api.ts';
import { FileCheckPanel } from './file-check.tsx';
import { SectionTitle, VerificationPage } from './layout.tsx';
import { NumberForm } from './number-form.tsx';
import { SelfCheck } from './self-check.tsx';
import { CertificateSheet } from './sheet.tsx';
import { texts } from './texts.ts';

/** Public page of one certificate. */
export function NumberPage() {
  const { number: typedNumber = '' } = useParams();
  const number = readCertificateNumber(typedNumber) ?? typedNumber.slice(0, 40);
  const { verdict, isFetching, retry } = useVerdict(number);
  const t = useTexts(texts);
  const path = usePath();
  useDocumentTitle(verdict === undefined ? null : t.pageTitle(number, verdict));
  useDropGuard();
  if (verdict === undefined) return <PageSpinner />;
  return (
    <VerificationPage>
      <p className="m-0 mb-4 text-sm print:hidden">
        <Link to={path('/verificar')} className="g2-inline g2-link min-h-7">
          <IconArrowLeft size={16} aria-hidden />
          {t.form.verifyAnother}
        </Link>
      </p>
      {verdict.kind === 'found' ? (
        <FoundCertificate key={number} certificate={verdict.certificate} />
      ) : (
        <NoCertificate
          key={number}
          kind={verdict.kind}
          number={number}
          isRetrying={isFetching}
          onRetry={retry}
        />
      )}
    </VerificationPage>
  );
}

function FoundCertificate({ certificate }: { certificate: PublicCertificate }) {
  const t = useTexts(texts).file;
  return (
    <>
      <CertificateSheet certificate={certificate} />
      <section
        className="grid gap-4 mt-8 print:hidden [--drop-edge:var(--g2-space-8)]"
        aria-labelledby="compare-title"
      >
        <div>
          <SectionTitle id="compare-title" title={t.compareTitle} />
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
  readonly number: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Shown instead of a certificate: the number is unknown or mistyped, or the lookup failed. */
function NoCertificate({ kind, number, isRetrying, onRetry }: NoCertificateProps) {
  const { noCertificate, form } = useTexts(texts);
  const t = noCertificate[kind];
  const ui = useTexts(commonTexts);
  const Icon = certificateStatusIcon(kind);
  const canRetry = kind === 'away' || kind === 'limited';
  return (
    <>
      <section
        className={clsx(
          toneCss.tone,
          'grid justify-items-center gap-3 px-(--g2-edge) py-12 rounded-lg text-center',
          'border-2 border-dashed border-(--tone)/55',
        )}
        data-tone={kind}
        aria-labelledby="verdict"
      >
        <span className="g2-mark w-22 h-22 bg-(--tone-soft) text-(--tone)">
          <Icon size={44} stroke={1.5} aria-hidden />
        </span>
        <h1 id="verdict" className="g2-serif text-headline leading-[1.2] text-(--tone)">
          {t.title}
        </h1>
        <p
          className={clsx(
            'g2-mono m-0 px-3 py-1.5 rounded-sm bg-sunken text-lg wrap-anywhere',
            kind === 'unknown' && 'line-through decoration-1',
          )}
        >
          {number}
        </p>
        <p className="m-0 max-w-[56ch] text-lg">{t.text}</p>
        <ul className="g2-list grid gap-1.5 max-w-[60ch] text-sm text-muted">
          {t.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
        {canRetry && (
          <Button className="noscript:hidden" loading={isRetrying} onClick={onRetry}>
            {ui.retry}
          </Button>
        )}
      </section>
      {!canRetry && (
        <section className="max-w-140 mx-auto pt-2 print:hidden" aria-label={form.verifyAnother}>
          <NumberForm initialNumber={number} />
        </section>
      )}
      {kind === 'away' && <SelfCheck />}
    </>
  );
}
