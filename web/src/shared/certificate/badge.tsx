import { certificateStatusName } from '@g2/gateway/contract/verification';
import clsx from 'clsx';
import classes from './tones.module.css';
import { certificateStatusIcon } from './tones.ts';

/** Badge with the status of a certificate. Each status always has the same colour, icon and name. */
export function CertificateBadge({ status }: { status: string }) {
  const Icon = certificateStatusIcon(status);
  return (
    <span className={clsx(classes.tone, 'g2-badge bg-(--tone-soft) text-(--tone)')} data-tone={status}>
      <Icon size={15} stroke={2} aria-hidden />
      {certificateStatusName(status)}
    </span>
  );
}
