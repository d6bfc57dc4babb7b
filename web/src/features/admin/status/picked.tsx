import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { texts } from '../texts.ts';
import { whyNot } from '../transitions.ts';
import classes from './status.module.css';

const t = texts.status;

interface PickedProps {
  readonly records: readonly StaffRegistration[];
  readonly to: RegistrationStatus | undefined;
  readonly userId: string | undefined;
}

/** What is selected, and, once a status is chosen, what of it will not be sent and why. */
export function Picked({ records, to, userId }: PickedProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ul className={classes.picked} aria-label={t.picked} tabIndex={0}>
      {records.map((record) => {
        const why = to === undefined ? null : whyNot(record, to, userId);
        return (
          <li key={record.id} className={classes.pickedRow} data-refused={why !== null || undefined}>
            <div className={classes.rowText}>
              <span className={classes.rowTitle}>{record.title}</span>
              {why !== null && <span className={classes.rowNote}>{t.notSent(why)}</span>}
            </div>
            <StatusBadge status={record.status} />
          </li>
        );
      })}
    </ul>
  );
}
