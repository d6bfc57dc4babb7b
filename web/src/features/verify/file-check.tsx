import { displayedStatus } from '@g2/gateway/contract/certificate-status';
import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { verificationPath } from '@g2/gateway/contract/verification';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconFileSearch, IconHelpCircle } from '@tabler/icons-react';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formats } from '../../lib/format.ts';
import { useLanguage, useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { certificateStatusIcon } from '../../shared/certificate/tones.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { type CheckedFile, checkFile } from './check-file.ts';
import { type FileVerdict, judgeFile } from './judge-file.ts';
import { texts } from './texts.ts';

const ACCEPTED_TYPES = '.zip,.pdf,application/zip,application/pdf';

/** Finds a file's certificates, or checks it against the given certificate. The file stays in the browser. */
export function FileCheckPanel({ certificate }: { certificate: PublicCertificate | null }) {
  const t = useTexts(texts).file;
  const { check, start, stop } = useFileCheck(certificate);
  const isIdle = check.phase === 'idle';
  return (
    <div className="mt-4">
      <div className="grid gap-4 noscript:hidden">
        {check.phase === 'reading' && (
          <ReadingProgress file={check.file} bytesRead={check.bytesRead} onStop={stop} />
        )}
        <div className="empty:absolute" role="status" aria-label={t.outcomeLabel}>
          {check.phase === 'done' && (
            <FileOutcome
              checked={check.checked}
              certificate={certificate}
              onRetry={() => start(check.file)}
            />
          )}
        </div>
        {check.phase !== 'reading' && (
          <FileDrop
            title={isIdle ? t.dropTitle : t.dropAnotherTitle}
            hint={certificate === null ? t.hint : t.compareHint}
            button={t.chooseFile}
            accept={ACCEPTED_TYPES}
            quiet={!isIdle}
            onFile={start}
          />
        )}
      </div>
      <p className="g2-note hidden noscript:block">{t.needsScripts}</p>
    </div>
  );
}

interface ReadingProgressProps {
  readonly file: File;
  readonly bytesRead: number;
  readonly onStop: () => void;
}

function ReadingProgress({ file, bytesRead, onStop }: ReadingProgressProps) {
  const t = useTexts(texts).file;
  const { bytes } = useTexts(formats);
  const percent = file.size === 0 ? 100 : Math.min(100, Math.floor((bytesRead / file.size) * 100));
  return (
    <section className="grid gap-3 p-5 border border-line rounded-lg" aria-label={t.readingLabel}>
      <p className="g2-line m-0 font-semibold wrap-anywhere">
        <IconFileSearch className="text-accent" size={20} aria-hidden />
        <span className="min-w-0">{file.name}</span>
      </p>
      <div
        className="g2-meter"
        role="progressbar"
        aria-label={t.readingLabel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="g2-spread m-0">
        <span className="g2-note flex-[1_1_200px] tabular-nums">
          {t.readingLabel}: {t.progress(percent)} ·{' '}
          {t.amountRead(bytes(Math.min(bytesRead, file.size)), bytes(file.size))}
        </span>
        <Button variant="default" size="xs" onClick={onStop}>
          {t.stopReading}
        </Button>
      </p>
      <VisuallyHidden role="status">{t.progress(Math.floor(percent / 25) * 25)}</VisuallyHidden>
    </section>
  );
}

const OUTCOMES = {
  confirmed: {
    Icon: IconCircleCheck,
    colorClass: 'text-accent',
    boxClass: 'border-accent/40 bg-accent-soft',
  },
  rejected: { Icon: IconCircleX, colorClass: 'text-danger', boxClass: 'border-danger/40 bg-danger-soft' },
  undetermined: { Icon: IconHelpCircle, colorClass: 'text-muted', boxClass: 'border-muted/40 bg-sunken' },
} as const;

interface FileOutcomeProps {
  /** null if the file could not be read. */
  readonly checked: CheckedFile | null;
  readonly certificate: PublicCertificate | null;
  readonly onRetry: () => void;
}

function FileOutcome({ checked, certificate, onRetry }: FileOutcomeProps) {
  const t = useTexts(texts).file;
  const { bytes } = useTexts(formats);
  const verdict: FileVerdict =
    checked === null
      ? { outcome: 'undetermined', title: t.unreadable, text: t.unreadableText, certificates: [] }
      : judgeFile(checked, certificate?.number ?? null, t);
  const { Icon, colorClass, boxClass } = OUTCOMES[verdict.outcome];
  return (
    <div className={clsx('grid gap-3 p-4 border rounded-lg wrap-anywhere', boxClass)}>
      <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-3">
        <Icon className={colorClass} size={24} aria-hidden />
        <div>
          <p className={clsx('m-0 font-bold', colorClass)}>{verdict.title}</p>
          {verdict.text !== null && <p className="g2-note">{verdict.text}</p>}
        </div>
      </div>
      {checked !== null && (
        <>
          {verdict.certificates.length > 0 && (
            <ul className="g2-list grid gap-2">
              {verdict.certificates.map((item) => (
                <CertificateItem key={`${item.number} ${item.of}`} item={item} isBundle={checked.isBundle} />
              ))}
            </ul>
          )}
          <p className="g2-meta">
            {checked.name} · {bytes(checked.size)}
          </p>
          <HashBlock hash={checked.hash} label={t.hashOf(checked.name)} />
          {checked.failure !== null && (
            <Button className="justify-self-start" variant="default" size="sm" onClick={onRetry}>
              {t.retry}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface CertificateItemProps {
  readonly item: CheckedFile['certificates'][number];
  readonly isBundle: boolean;
}

function CertificateItem({ item, isBundle }: CertificateItemProps) {
  const { file: t, statusName } = useTexts(texts);
  const { date } = useTexts(formats);
  const language = useLanguage();
  const status = displayedStatus(item);
  const Icon = certificateStatusIcon(status);
  const matchText = isBundle
    ? t.containsCertificatePdf
    : item.of === 'file'
      ? t.matchesDepositedFile
      : t.matchesCertificatePdf;
  return (
    <li
      className={clsx(
        toneCss.tone,
        'flex flex-wrap gap-x-3 gap-y-1 items-baseline p-3 border-l-3 border-(--tone) bg-surface',
      )}
      data-tone={status}
    >
      <span className="g2-inline self-center text-(--tone) font-bold">
        <Icon size={18} aria-hidden />
        {statusName(status)}
      </span>
      <Link
        to={verificationPath(item.number, language)}
        className="g2-mono text-ink underline-offset-3"
        aria-label={`${t.viewCertificate} ${item.number}`}
      >
        {item.number}
      </Link>
      <span className="g2-meta basis-full">
        {matchText} {t.issuedOn(date(item.issuedAt))}.
      </span>
    </li>
  );
}

type FileCheck =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly file: File; readonly bytesRead: number }
  | { readonly phase: 'done'; readonly file: File; readonly checked: CheckedFile | null };

/** Checks one file at a time. Choosing another file or leaving the page aborts the running check. */
function useFileCheck(certificate: Pick<PublicCertificate, 'sha256'> | null) {
  const [check, setCheck] = useState<FileCheck>({ phase: 'idle' });
  const checkController = useRef<AbortController | null>(null);
  useEffect(() => () => checkController.current?.abort(), []);
  const stop = () => {
    checkController.current?.abort();
    setCheck({ phase: 'idle' });
  };
  const start = (file: File | null) => {
    if (file === null) return;
    checkController.current?.abort();
    const controller = new AbortController();
    checkController.current = controller;
    const update = (nextCheck: FileCheck) => controller.signal.aborted || setCheck(nextCheck);
    update({ phase: 'reading', file, bytesRead: 0 });
    const onProgress = (bytesRead: number) => update({ phase: 'reading', file, bytesRead });
    checkFile(file, certificate, { onProgress, signal: controller.signal }).then(
      (checked) => update({ phase: 'done', file, checked }),
      () => update({ phase: 'done', file, checked: null }),
    );
  };
  return { check, start, stop };
}
