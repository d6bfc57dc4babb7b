import { Button, Loader } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import { percentOf } from './upload-progress.ts';
import type { Interrupted } from './use-interrupted.ts';

const t = texts.upload;

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
    return <GoOn {...interrupted} offset={state.offset} onFile={onFile} />;
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

type GoOnProps = Pick<Interrupted, 'upload' | 'discard'> &
  Pick<UploadInterruptedProps, 'onFile'> & { readonly offset: number };

function GoOn({ upload: { fileName, size }, offset, discard, onFile }: GoOnProps) {
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
      <ConfirmDialog
        opened={cancelling}
        title={t.cancelTitle}
        confirm={t.abort}
        danger
        pending={false}
        onConfirm={discard}
        onClose={() => setCancelling(false)}
      >
        <p>{t.cancelText(fileName)}</p>
      </ConfirmDialog>
    </section>
  );
}

interface OtherFileProps {
  readonly interrupted: Interrupted;
  /** The chosen file that differs from the interrupted one; null if none. */
  readonly file: File | null;
  readonly onConfirm: (file: File) => void;
  readonly onClose: () => void;
}

/** Confirms that another file replaces what the server has already received. */
export function OtherFileDialog({ interrupted: { upload }, file, onConfirm, onClose }: OtherFileProps) {
  return (
    <ConfirmDialog
      opened={file !== null}
      title={t.otherTitle}
      confirm={t.otherConfirm}
      pending={false}
      onConfirm={() => file !== null && onConfirm(file)}
      onClose={onClose}
    >
      <p>
        {t.otherText(upload.fileName, formatBytes(upload.size))} {t.otherBegin(file?.name ?? '')}
      </p>
    </ConfirmDialog>
  );
}
