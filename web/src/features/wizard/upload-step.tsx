import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Title } from '@mantine/core';
import { IconCircleCheck, IconFileZip } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import panel from '../../ui/page.module.css';
import { Dropzone } from './dropzone.tsx';
import { HashCompare } from './hash-compare.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import { useUpload } from './use-upload.ts';
import classes from './wizard.module.css';

const t = texts.upload;

export function UploadStep({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  const upload = useUpload(registration.id);
  const sending = upload.progress !== null;
  const stored = registration.sha256 !== null;
  return (
    <div className={panel.panel}>
      <Title order={2} mb="md">
        {t.heading}
      </Title>
      {stored && !sending && (
        <p className={uploadCss.stored}>
          <IconFileZip size={22} aria-hidden />
          <span className={uploadCss.storedName}>
            {registration.fileName} · {formatBytes(registration.fileSize ?? 0)}
          </span>
          <span className={uploadCss.storedMark}>
            <IconCircleCheck size={17} aria-hidden />
            {t.stored}
          </span>
        </p>
      )}
      {upload.progress === null ? (
        <Dropzone replacing={stored} onFile={upload.start} />
      ) : (
        <UploadProgress percent={upload.progress} onAbort={upload.abort} />
      )}
      {upload.duplicateOf !== null && (
        <p className={uploadCss.warning} role="alert">
          {t.duplicate}{' '}
          <Link to={`/register?id=${upload.duplicateOf}&step=basic`} className={uploadCss.link}>
            {t.openOther}
          </Link>
        </p>
      )}
      <HashCompare local={upload.localHash} server={sending ? null : registration.sha256} />
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={sending}
          onClick={() => void navigate(stepPath('basic', registration.id))}
        >
          {t.back}
        </Button>
        <Button
          disabled={!stored || sending}
          onClick={() => void navigate(stepPath('holders', registration.id))}
        >
          {t.next}
        </Button>
      </div>
    </div>
  );
}

function UploadProgress({ percent, onAbort }: { percent: number; onAbort: () => void }) {
  const label = percent < 100 ? t.sending(percent) : t.checking;
  return (
    <div className={uploadCss.sending}>
      <p className={uploadCss.sendingLabel} role="status">
        {label}
      </p>
      <div
        className={uploadCss.track}
        role="progressbar"
        aria-label={t.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={uploadCss.fill} style={{ width: `${percent}%` }} />
      </div>
      {percent < 100 && (
        <Button variant="subtle" size="sm" onClick={onAbort}>
          {t.abort}
        </Button>
      )}
    </div>
  );
}
