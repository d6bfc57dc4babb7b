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
  promised: (days: number) => `prazo de ${days} dias úteis`,
} as const;
const LEVELS = {
  'in-time': { Icon: IconClockHour4, word: null, colour: undefined },
  near: { Icon: IconClockExclamation, word: 'perto do prazo', colour: 'text-warning' },
  late: { Icon: IconAlertTriangle, word: 'atrasado', colour: 'text-danger' },
} as const;

interface WaitingAgeProps {
  readonly registration: Pick<StaffRegistration, 'status' | 'statusUpdatedAt' | 'closure'>;
  /** Also shows the promised processing time. */
  readonly promise?: boolean;
  /** Hides the word for lateness; the icon alone shows it. */
  readonly brief?: boolean;
}

/** Time in the current status and whether it exceeds the deadline; nothing for a finished or closed registration. */
export function WaitingAge({ registration, promise = false, brief = false }: WaitingAgeProps) {
  const now = new Date(useNow());
  const { status, statusUpdatedAt, closure } = registration;
  if (status === 'certificate_issued' || closure !== null) return null;
  const since = new Date(statusUpdatedAt);
  // Null while the client must act: then there is an age but no deadline.
  const late = lateness(status, since, now);
  const level = late?.level ?? 'in-time';
  const { Icon, word, colour } = LEVELS[level];
  return (
    <span className={clsx('g2-inline g2-meta items-baseline gap-1 tabular-nums', colour)} data-level={level}>
      <Icon className="self-center" size={15} stroke={2} aria-hidden />
      <span>
        {ago(late?.days ?? workingDays(since, now))}
        {word !== null && <strong className={brief ? 'g2-hidden' : 'font-bold'}> · {word}</strong>}
        {promise && late !== null && ` · ${texts.promised(late.promised)}`}
      </span>
    </span>
  );
}

const ago = (days: number): string =>
  days === 0 ? texts.today : days === 1 ? texts.oneDay : texts.days(formatInteger(days));
