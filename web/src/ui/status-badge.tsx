import { type RegistrationStatus, STATUS_NAMES, STATUS_PROGRESS } from '@g2/gateway/contract/statuses';
import {
  IconBuildingBank,
  IconCertificate,
  IconCircleCheck,
  IconCreditCard,
  IconFileSearch,
  IconInbox,
} from '@tabler/icons-react';
import classes from './status.module.css';

export const STATUS_ICONS = {
  submitted: IconInbox,
  paid: IconCreditCard,
  reviewing: IconFileSearch,
  government_processing: IconBuildingBank,
  completed: IconCircleCheck,
  certificate_issued: IconCertificate,
} as const satisfies Record<RegistrationStatus, typeof IconInbox>;

/** A status, always with the same colour, icon and name. */
export function StatusBadge({ status }: { status: RegistrationStatus }) {
  const Icon = STATUS_ICONS[status];
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={15} stroke={2} aria-hidden />
      {STATUS_NAMES[status]}
    </span>
  );
}

/** Progress of a registration in the colour of its status. */
export function StatusProgress({ status }: { status: RegistrationStatus }) {
  const progress = STATUS_PROGRESS[status];
  return (
    <div
      className={classes.track}
      data-status={status}
      role="progressbar"
      aria-label={`Progresso: ${STATUS_NAMES[status]}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress}
    >
      <div className={classes.bar} style={{ width: `${progress}%` }} />
    </div>
  );
}
