import { civilDay } from '@g2/gateway/contract/government';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNow } from '../../../lib/use-now.ts';
import classes from './government.module.css';
import { isMismatched } from './mismatch.ts';
import { formatDay } from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.queue;

/** In a queue row at the government step: its protocol number and due date. */
export function GovernmentLine({
  registration,
}: {
  registration: Pick<StaffRegistration, 'status' | 'government'>;
}) {
  const today = civilDay(new Date(useNow()));
  const { status, government } = registration;
  if (government === null || status === 'certificate_issued') return null;
  const { protocol, dueOn, completedOn } = government;
  const isLate = dueOn !== null && dueOn < (completedOn ?? today);
  return (
    <span className={classes.line}>
      {protocol !== null && <span>{t.protocol(protocol)}</span>}
      {dueOn !== null && completedOn === null && (
        <span className={classes.due} data-late={isLate || undefined}>
          {t.due(formatDay(dueOn))}
          {isLate && <strong> · {t.late}</strong>}
        </span>
      )}
      {isMismatched(registration) && (
        <span className={classes.due} data-late>
          <IconAlertTriangle size={14} aria-hidden /> {t.mismatch}
        </span>
      )}
    </span>
  );
}
