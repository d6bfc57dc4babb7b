import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { lateness, workingDays } from '@g2/gateway/contract/working-days';
import { IconAlertTriangle, IconClockExclamation, IconClockHour4 } from '@tabler/icons-react';
import clsx from 'clsx';
import { formatInteger } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';

const texts = {
  today: 'desde hoje',
  oneDay: 'há 1 dia útil',
  days: (days: string) => `há ${days} dias úteis`,
  deadline: (days: number) => `prazo de ${days} dias úteis`,
} as const;
const LATENESS_LEVELS = {
  'in-time': { Icon: IconClockHour4, label: null, colour: undefined },
  near: { Icon: IconClockExclamation, label: 'perto do prazo', colour: 'text-warning' },
  late: { Icon: IconAlertTriangle, label: 'atrasado', colour: 'text-danger' },
} as const;

interface WaitingAgeProps {
  readonly registration: Pick<StaffRegistration, 'status' | 'statusUpdatedAt' | 'closure'>;
  /** Also shows the deadline, in working days. */
  readonly showDeadline?: boolean;
  /** Shows lateness only by the icon; the text stays for screen readers. */
  readonly brief?: boolean;
}

/** Time in the current status, and whether it is late. Renders nothing for a finished or closed registration. */
export function WaitingAge({ registration, showDeadline = false, brief = false }: WaitingAgeProps) {
  const now = new Date(useNow());
  const { status, statusUpdatedAt, closure } = registration;
  if (status === 'certificate_issued' || closure !== null) return null;
  const statusDate = new Date(statusUpdatedAt);
  // Null while the registration waits for the client: there is no deadline then.
  const deadlineState = lateness(status, statusDate, now);
  const level = deadlineState?.level ?? 'in-time';
  const { Icon, label, colour } = LATENESS_LEVELS[level];
  return (
    <span className={clsx('g2-inline g2-meta items-baseline gap-1 tabular-nums', colour)} data-level={level}>
      <Icon className="self-center" size={15} stroke={2} aria-hidden />
      <span>
        {ageText(deadlineState?.days ?? workingDays(statusDate, now))}
        {label !== null && <strong className={brief ? 'g2-hidden' : 'font-bold'}> · {label}</strong>}
        {showDeadline && deadlineState !== null && ` · ${texts.deadline(deadlineState.promised)}`}
      </span>
    </span>
  );
}

const ageText = (days: number): string =>
  days === 0 ? texts.today : days === 1 ? texts.oneDay : texts.days(formatInteger(days));
