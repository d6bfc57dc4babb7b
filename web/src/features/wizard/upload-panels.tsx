import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconFileZip, IconPlayerPause } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import type { UploadFailureView } from './upload-failure.ts';
import { hashOf } from './upload-outcome.ts';
import { percentOf } from './upload-progress.ts';
import type { LocalHash, UploadSession } from './upload-session.ts';
import type { Interrupted } from './use-interrupted.ts';
import classes from './wizard.module.css';

const t = texts.upload;

export function FileLine({ name, size }: { name: string | null; size: number }) {
  return (
    <p className={uploadCss.file}>
      <IconFileZip size={22} aria-hidden />
      <span className={uploadCss.fileName}>{name}</span>
      <span className={uploadCss.fileSize}>{formatBytes(size)}</span>
    </p>
  );
}

interface CancelDialogProps {
  readonly opened: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Confirms that an upload is cancelled, and what the server has received is discarded. */
export function CancelDialog(props: CancelDialogProps) {
  return <ConfirmDialog {...props} title={t.cancelTitle} confirm={t.abort} danger pending={false} />;
}

interface HashCompareProps {
  /** Must have a stored file. */
  readonly registration: Registration;
  /** null when the file was not sent from this page. */
  readonly local: LocalHash | null;
  /** Explains how the file was stored when its upload seemed to fail. */
  readonly note: string | null;
}

/** The stored file with the browser's hash beside the server's, so that the user can verify the upload. */
export function HashCompare({ registration: { fileName, fileSize, sha256 }, local, note }: HashCompareProps) {
  const known = hashOf(local);
  const isWrong = known !== null && known !== sha256;
  return (
    <section className={uploadCss.stored} aria-label={t.stored}>
      <FileLine name={fileName} size={fileSize ?? 0} />
      {note !== null && <p className={uploadCss.note}>{note}</p>}
      <div className={uploadCss.hashes}>
        {known !== null && <HashBlock hash={known} label={t.local} />}
        {sha256 !== null && <HashBlock hash={sha256} label={t.server} />}
      </div>
      <p
        className={classes.verdict}
        data-tone={known === null ? 'plain' : isWrong ? 'bad' : 'good'}
        role={isWrong ? 'alert' : 'status'}
      >
        {isWrong ? <IconAlertTriangle size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
        <span>{verdict(known, sha256, local)}</span>
      </p>
    </section>
  );
}

function verdict(known: string | null, server: string | null, local: LocalHash | null): string {
  if (known !== null) return known === server ? t.match : t.mismatch;
  if (local === null) return t.storedBefore;
  return local === 'failed' ? t.localFailed : t.computing;
}

interface UploadAskingProps {
  readonly session: UploadSession;
  /** The last request to the server got no answer. */
  readonly away: boolean;
  readonly onAsk: () => void;
}

/** An upload with an unknown outcome: shows no stored file until the registration has been read again. */
export function UploadAsking({ session: { file, failure }, away, onAsk }: UploadAskingProps) {
  return (
    <section className={uploadCss.asking} aria-label={t.asking}>
      <Loader size={20} aria-hidden />
      <div className={uploadCss.failureText}>
        <p className={uploadCss.failureTitle} role="status">
          {away ? t.away : t.asking}
        </p>
        <p>{failure === null ? t.cancelledFile(file.name) : t.failedFile(file.name, failure.text)}</p>
        {away && (
          <>
            <p>{t.awayText}</p>
            <Button size="sm" variant="default" onClick={onAsk}>
              {t.askNow}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

interface UploadFailureProps {
  readonly failure: UploadFailureView;
  readonly fileName: string;
  /** null when the page no longer has the file. */
  readonly onRetry: (() => void) | null;
}

export function UploadFailure({ failure, fileName, onRetry }: UploadFailureProps) {
  const { duplicate } = failure;
  return (
    <section className={uploadCss.failure} aria-label={t.failed}>
      <IconAlertTriangle size={20} aria-hidden />
      <div className={uploadCss.failureText}>
        <p className={uploadCss.failureTitle}>
          {t.failed}: {fileName}
        </p>
        <p>{failure.text}</p>
        {failure.advice !== null && <p>{failure.advice}</p>}
        {duplicate !== null &&
          (duplicate.ownId !== null ? (
            <Link to={stepPath('basic', duplicate.ownId)}>{t.openOther}</Link>
          ) : (
            <Link to="/help" target="_blank" rel="noopener">
              {t.help}
            </Link>
          ))}
        {failure.retry && onRetry !== null && (
          <Button size="sm" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
      </div>
    </section>
  );
}

interface UploadInterruptedProps {
  readonly interrupted: Interrupted;
  readonly onFile: (file: File | null) => void;
}

/** An upload interrupted by the end of an earlier page: what the server has received, and how to resume it. */
export function UploadInterrupted({ interrupted, onFile }: UploadInterruptedProps) {
  const { upload, state, elsewhere, unknown, ask } = interrupted;
  if (unknown && state === undefined) {
    return <RetryLine text={t.lookFailed(upload.fileName)} busy={false} onRetry={ask} />;
  }
  if (state?.state === 'receiving' && !elsewhere) {
    return <ResumePanel {...interrupted} offset={state.offset} onFile={onFile} />;
  }
  return (
    <section className={uploadCss.asking} aria-label={t.asking}>
      <Loader size={20} aria-hidden />
      <p role="status" className={uploadCss.note}>
        {elsewhere ? t.elsewhere(upload.fileName) : t.looking(upload.fileName)}
      </p>
    </section>
  );
}

type ResumePanelProps = Pick<Interrupted, 'upload' | 'discard'> &
  Pick<UploadInterruptedProps, 'onFile'> & { readonly offset: number };

function ResumePanel({ upload: { fileName, size }, offset, discard, onFile }: ResumePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [cancelling, setCancelling] = useState(false);
  const percent = percentOf(offset, size);
  return (
    <section className={uploadCss.interrupted} aria-label={t.interrupted}>
      <IconPlayerPause size={20} aria-hidden />
      <div className={uploadCss.failureText}>
        <p className={uploadCss.failureTitle} role="status">
          {t.interruptedAt(formatBytes(offset), formatBytes(size), fileName)}
        </p>
        <div className={uploadCss.track} aria-hidden data-still>
          <div className={uploadCss.fill} style={{ width: `${percent}%` }} />
        </div>
        <p>{t.interruptedText}</p>
        <div className={uploadCss.sendingActions}>
          <input
            ref={input}
            type="file"
            accept=".zip,application/zip"
            hidden
            onChange={(event) => {
              const file = event.currentTarget.files?.item(0) ?? null;
              event.currentTarget.value = '';
              if (file !== null) onFile(file);
            }}
          />
          <Button size="sm" onClick={() => input.current?.click()}>
            {t.chooseSame}
          </Button>
          <Button size="sm" variant="default" onClick={() => setCancelling(true)}>
            {t.abort}
          </Button>
        </div>
      </div>
      <CancelDialog opened={cancelling} onConfirm={discard} onClose={() => setCancelling(false)}>
        <p>{t.cancelText(fileName)}</p>
      </CancelDialog>
    </section>
  );
}
