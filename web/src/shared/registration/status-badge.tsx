import { type RegistrationStatus, STATUS_NAMES, STATUS_PROGRESS } from '@g2/gateway/contract/status-terms';
import {
  IconBuildingBank,
  IconCertificate,
  IconCircleCheck,
  IconCircleDashed,
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

/** Icon of a status; a generic icon for a status that this release does not know. */
export const iconOfStatus = (status: string) => ICONS_BY_STATUS.get(status) ?? IconCircleDashed;
/** Displayed name of a status; the value itself for a status that this release does not know. */
export const nameOfStatus = (status: string): string => NAMES_BY_STATUS.get(status) ?? status;
const ICONS_BY_STATUS = new Map<string, typeof IconInbox>(Object.entries(STATUS_ICONS));
const NAMES_BY_STATUS = new Map<string, string>(Object.entries(STATUS_NAMES));

/** Badge of a status; each status always has the same colour, icon and name. */
export function StatusBadge({ status }: { status: RegistrationStatus }) {
  const Icon = iconOfStatus(status);
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={15} stroke={2} aria-hidden />
      {nameOfStatus(status)}
    </span>
  );
}

export function StatusProgress({ status }: { status: RegistrationStatus }) {
  const progress = STATUS_PROGRESS[status];
  return (
    <div
      className="g2-meter"
      data-status={status}
      role="progressbar"
      aria-label={`Progresso: ${nameOfStatus(status)}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress}
    >
      <div
        className="bg-(--st) motion-safe:[transition:width_400ms_ease]"
        style={{ width: `${progress}%` }}
      />
    </div>
  );
}
