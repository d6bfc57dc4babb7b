import type { Registration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { IconDownload, IconFileZip, IconWorld } from '@tabler/icons-react';
import { formatBytes, formatDate, formatDateTime, shortHash } from '../../lib/format.ts';
import { StatusBadge, StatusProgress } from '../../ui/status-badge.tsx';
import classes from './card.module.css';
import { PendingBox } from './pending-box.tsx';
import { texts } from './texts.ts';
import { useCertificateDownload } from './use-actions.ts';

interface RegistrationCardProps {
  readonly registration: Registration;
  readonly onPay: (registration: Registration) => void;
  readonly onDetails: (registration: Registration) => void;
}

/** One registration of the client's grid (spec §2, "Registration card"). */
export function RegistrationCard({ registration, onPay, onDetails }: RegistrationCardProps) {
  const download = useCertificateDownload();
  const t = texts.card;
  return (
    <article className={classes.card} aria-label={registration.title}>
      <div className={classes.badges}>
        <StatusBadge status={registration.status} />
        <span className={classes.place}>
          <IconWorld size={14} aria-hidden />
          {JURISDICTION_NAMES[registration.jurisdiction]}
        </span>
      </div>
      <h3 className={classes.title}>{registration.title}</h3>
      <StatusProgress status={registration.status} />
      <p className={classes.description}>{registration.description}</p>
      <dl className={classes.facts}>
        <div>
          <dt>{t.holder}</dt>
          <dd>{registration.holderName}</dd>
        </div>
        <div>
          <dt>{t.created}</dt>
          <dd>{formatDate(registration.createdAt)}</dd>
        </div>
        <div className={classes.wide}>
          <dt>{t.updated}</dt>
          <dd>{formatDateTime(registration.statusUpdatedAt)}</dd>
        </div>
      </dl>
      {registration.status === 'submitted' && <PendingBox registration={registration} onPay={onPay} />}
      <FileLine registration={registration} />
      <div className={classes.actions}>
        <Button variant="default" size="sm" onClick={() => onDetails(registration)}>
          {texts.actions.details}
        </Button>
        {registration.status === 'certificate_issued' && (
          <Button
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate(registration)}
          >
            {texts.actions.download}
          </Button>
        )}
      </div>
    </article>
  );
}

function FileLine({ registration }: { registration: Registration }) {
  const { sha256, fileName, fileSize } = registration;
  if (sha256 === null) return <p className={classes.noFile}>{texts.card.noFile}</p>;
  return (
    <div className={classes.file}>
      <IconFileZip size={20} aria-hidden />
      <div className={classes.fileText}>
        <span className={classes.fileName}>
          {fileName} · {formatBytes(fileSize ?? 0)}
        </span>
        <code className={classes.hash} title={sha256}>
          {shortHash(sha256)}
        </code>
      </div>
    </div>
  );
}
