import { certificateStatusName } from '@g2/gateway/contract/verification';
import clsx from 'clsx';
import classes from './tones.module.css';
import { iconOf } from './tones.ts';

/** Status of a certificate; each status always has the same colour, icon and word. */
export function CertificateBadge({ status }: { status: string }) {
  const Icon = iconOf(status);
  return (
    <span className={clsx(classes.tone, 'g2-badge bg-(--tone-soft) text-(--tone)')} data-tone={status}>
      <Icon size={15} stroke={2} aria-hidden />
      {certificateStatusName(status)}
    </span>
  );
}
