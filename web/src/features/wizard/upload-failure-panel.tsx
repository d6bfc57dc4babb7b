import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import type { UploadFailureView } from './upload-failure.ts';

const t = texts.upload;

interface UploadFailureProps {
  readonly failure: UploadFailureView;
  readonly fileName: string;
  readonly onRetry: () => void;
}

/** What stays when the toast has gone: which file did not make it, why, and what can be done. */
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
        {failure.retry && (
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
