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
import { iconOf } from '../../shared/certificate/tones.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { type CheckedFile, checkFile } from './check-file.ts';
import classes from './file-check.module.css';
import { type FileVerdict, judgeFile } from './judge-file.ts';
import { texts } from './texts.ts';

const ACCEPTED_TYPES = '.zip,.pdf,application/zip,application/pdf';

/** Finds a file's certificates, or checks it against the given certificate. The file stays in the browser. */
export function FileCheckPanel({ certificate }: { certificate: PublicCertificate | null }) {
  const t = useTexts(texts).file;
  const { check, start, stop } = useFileCheck(certificate);
  const lastFile = useRef<File | null>(null);
  const checkChosen = (file: File | null) => {
    lastFile.current = file ?? lastFile.current;
    start(file);
  };
  const isIdle = check.phase === 'idle';
  return (
    <div className={classes.panel}>
      <div className={classes.withScripts}>
        {check.phase === 'reading' && <ReadingProgress file={check.file} read={check.read} onStop={stop} />}
        <div role="status" aria-label={t.outcome}>
          {(check.phase === 'done' || check.phase === 'unreadable') && (
            <FileOutcome check={check} certificate={certificate} onRetry={() => start(lastFile.current)} />
          )}
        </div>
        {check.phase !== 'reading' && (
          <FileDrop
            title={isIdle ? t.drop : t.dropAnother}
            hint={certificate === null ? t.hint : t.compareHint}
            button={t.choose}
            accept={ACCEPTED_TYPES}
            quiet={!isIdle}
            onFile={checkChosen}
          />
        )}
      </div>
      <p className={classes.needsScripts}>{t.needsScripts}</p>
    </div>
  );
}

interface ReadingProgressProps {
  readonly file: File;
  readonly read: number;
  readonly onStop: () => void;
}

function ReadingProgress({ file, read, onStop }: ReadingProgressProps) {
  const t = useTexts(texts).file;
  const { bytes } = useTexts(formats);
  const percent = file.size === 0 ? 100 : Math.min(100, Math.floor((read / file.size) * 100));
  return (
    <section className={classes.reading} aria-label={t.reading}>
      <p className={classes.name}>
        <IconFileSearch size={20} aria-hidden />
        <span>{file.name}</span>
      </p>
      <div
        className="g2-meter"
        role="progressbar"
        aria-label={t.reading}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.readingFoot}>
        <span className="g2-note">
          {t.reading}: {t.progress(percent)} · {t.amount(bytes(Math.min(read, file.size)), bytes(file.size))}
        </span>
        <Button variant="default" size="xs" onClick={onStop}>
          {t.stop}
        </Button>
      </p>
      <VisuallyHidden role="status">{t.progress(Math.floor(percent / 25) * 25)}</VisuallyHidden>
    </section>
  );
}

const VERDICT_ICONS = { good: IconCircleCheck, bad: IconCircleX, open: IconHelpCircle } as const;

interface FileOutcomeProps {
  readonly check: Extract<FileCheck, { phase: 'done' | 'unreadable' }>;
  readonly certificate: PublicCertificate | null;
  readonly onRetry: () => void;
}

function FileOutcome({ check, certificate, onRetry }: FileOutcomeProps) {
  const t = useTexts(texts).file;
  const { bytes } = useTexts(formats);
  if (check.phase === 'unreadable') {
    return (
      <div className={classes.outcome} data-says="open">
        <VerdictText verdict={{ outcome: 'open', title: t.unreadable, text: t.unreadableText }} />
      </div>
    );
  }
  const { checked } = check;
  const verdict = judgeFile(checked, certificate?.number ?? null, t);
  return (
    <div className={classes.outcome} data-says={verdict.outcome}>
      <VerdictText verdict={verdict} />
      {verdict.shown.length > 0 && (
        <ul className={classes.found}>
          {verdict.shown.map((item) => (
            <FoundCertificate key={`${item.number} ${item.of}`} item={item} isBundle={checked.isBundle} />
          ))}
        </ul>
      )}
      <p className="g2-meta">
        {checked.name} · {bytes(checked.size)}
      </p>
      <HashBlock hash={checked.hash} label={t.hashOf(checked.name)} />
      {checked.failure !== null && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </div>
  );
}

function VerdictText({ verdict: { outcome, title, text } }: { verdict: Omit<FileVerdict, 'shown'> }) {
  const Icon = VERDICT_ICONS[outcome];
  return (
    <div className={classes.says}>
      <Icon size={24} aria-hidden />
      <div>
        <p className={classes.saysTitle}>{title}</p>
        {text !== null && <p className="g2-note">{text}</p>}
      </div>
    </div>
  );
}

function FoundCertificate({ item, isBundle }: { item: CheckedFile['items'][number]; isBundle: boolean }) {
  const { file: t, statusName } = useTexts(texts);
  const { date } = useTexts(formats);
  const language = useLanguage();
  const standing = displayedStatus(item);
  const Icon = iconOf(standing);
  return (
    <li className={clsx(classes.item, toneCss.tone)} data-tone={standing}>
      <span className={classes.status}>
        <Icon size={18} aria-hidden />
        {statusName(standing)}
      </span>
      <Link
        to={verificationPath(item.number, language)}
        className={classes.number}
        aria-label={`${t.see} ${item.number}`}
      >
        {item.number}
      </Link>
      <span className="g2-meta">
        {isBundle ? t.ofBundle : item.of === 'file' ? t.ofFile : t.ofCertificate}{' '}
        {t.issued(date(item.issuedAt))}.
      </span>
    </li>
  );
}

type FileCheck =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly file: File; readonly read: number }
  | { readonly phase: 'done'; readonly checked: CheckedFile }
  | { readonly phase: 'unreadable'; readonly name: string };

/** Checks one file at a time; a new file or leaving the page aborts the previous check. */
function useFileCheck(certificate: Pick<PublicCertificate, 'sha256'> | null) {
  const [check, setCheck] = useState<FileCheck>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setCheck({ phase: 'idle' });
  };
  const start = (file: File | null) => {
    if (file === null) return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const show = (next: FileCheck) => control.signal.aborted || setCheck(next);
    show({ phase: 'reading', file, read: 0 });
    const onProgress = (read: number) => show({ phase: 'reading', file, read });
    checkFile(file, certificate, { onProgress, signal: control.signal }).then(
      (checked) => show({ phase: 'done', checked }),
      () => show({ phase: 'unreadable', name: file.name }),
    );
  };
  return { check, start, stop };
}
