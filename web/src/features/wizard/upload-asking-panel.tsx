import { Button, Loader } from '@mantine/core';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import type { UploadSession } from './upload-session.ts';

const t = texts.upload;

interface UploadAskingProps {
  readonly session: UploadSession;
  /** The server gave no answer when it was last asked. */
  readonly away: boolean;
  readonly onAsk: () => void;
}

/** An upload that ended without a clear word: nothing is said of the stored file until the server has been asked. */
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
