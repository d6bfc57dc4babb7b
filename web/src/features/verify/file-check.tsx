import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { formats } from '../../lib/format.ts';
import { useTexts } from '../../lib/language.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import classes from './file-check.module.css';
import { FileOutcome } from './file-outcome.tsx';
import { texts } from './texts.ts';
import { useFileCheck } from './use-file-check.ts';

const ACCEPT = '.zip,.pdf,application/zip,application/pdf';

/** Finds a file's certificates, or checks it against the given certificate. The file stays in the browser. */
export function FileCheckPanel({ certificate }: { certificate: PublicCertificate | null }) {
  const t = useTexts(texts).file;
  const { check, start, stop } = useFileCheck(certificate);
  const last = useRef<File | null>(null);
  const take = (file: File | null) => {
    last.current = file ?? last.current;
    start(file);
  };
  const isIdle = check.phase === 'idle';
  return (
    <div className={classes.panel}>
      <div className={classes.withScripts}>
        {check.phase === 'reading' && <Reading file={check.file} read={check.read} onStop={stop} />}
        <div role="status" aria-label={t.outcome}>
          {(check.phase === 'done' || check.phase === 'unreadable') && (
            <FileOutcome check={check} certificate={certificate} onRetry={() => start(last.current)} />
          )}
        </div>
        {check.phase !== 'reading' && (
          <FileDrop
            title={isIdle ? t.drop : t.dropAnother}
            hint={certificate === null ? t.hint : t.compareHint}
            button={t.choose}
            accept={ACCEPT}
            quiet={!isIdle}
            onFile={take}
          />
        )}
      </div>
      <p className={classes.needsScripts}>{t.needsScripts}</p>
    </div>
  );
}

interface ReadingProps {
  readonly file: File;
  readonly read: number;
  readonly onStop: () => void;
}

function Reading({ file, read, onStop }: ReadingProps) {
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
