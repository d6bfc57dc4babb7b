import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import type { UploadFailureView } from './upload-failure.ts';
import type { UploadSession } from './upload-session.ts';

const t = texts.upload;

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

/** Permanent error message of a failed upload: the file, the reason and what to do. */
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
        {duplicate !== null && <WayOn ownId={duplicate.ownId} />}
        {failure.retry && onRetry !== null && (
          <Button size="sm" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
      </div>
    </section>
  );
}

function WayOn({ ownId }: { ownId: string | null }) {
  if (ownId !== null) return <Link to={stepPath('basic', ownId)}>{t.openOther}</Link>;
  return (
    <Link to="/help" target="_blank" rel="noopener">
      {t.help}
    </Link>
  );
}
