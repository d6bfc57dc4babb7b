import {
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_ESTIMATED_TIME,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { IconCheck } from '@tabler/icons-react';
import { formatDateTime } from '../lib/format.ts';
import { STATUS_EXPLANATIONS, statusIndex } from '../lib/registration-status.ts';
import classes from './status.module.css';
import { STATUS_ICONS } from './status-badge.tsx';

export interface TimelineEntry {
  readonly toStatus: RegistrationStatus;
  readonly createdAt: string;
  readonly reason: string | null;
}

interface TimelineProps {
  readonly status: RegistrationStatus;
  /** Status changes, oldest first; the last entry into a status dates it. */
  readonly history: readonly TimelineEntry[];
  /** Why the registration came back to submitted, when it did. */
  readonly correction?: string | null;
}

/** The six states from top to bottom: what is done and when, where it stands, what comes with its estimate. */
export function StatusTimeline({ status, history, correction = null }: TimelineProps) {
  const current = statusIndex(status);
  return (
    <ol className={classes.timeline}>
      {REGISTRATION_STATUSES.map((step, index) => {
        const final = step === 'certificate_issued' && status === step;
        const state = index < current || final ? 'done' : index === current ? 'current' : 'todo';
        const Icon = state === 'done' ? IconCheck : STATUS_ICONS[step];
        const entry = index <= current ? history.findLast((change) => change.toStatus === step) : undefined;
        return (
          <li
            key={step}
            className={classes.step}
            data-status={step}
            data-state={state}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={classes.marker}>
              <Icon size={17} stroke={2} aria-hidden />
            </span>
            <p className={classes.stepTitle}>{STATUS_NAMES[step]}</p>
            <p className={classes.stepNote}>{note(step, state, entry)}</p>
            {step === 'submitted' && state === 'current' && correction !== null && (
              <p className={classes.reason}>{correction}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function note(
  step: RegistrationStatus,
  state: 'done' | 'current' | 'todo',
  entry: TimelineEntry | undefined,
): string {
  if (state === 'done') return entry === undefined ? 'Etapa concluída' : formatDateTime(entry.createdAt);
  const estimate = `Prazo estimado: ${STATUS_ESTIMATED_TIME[step].toLowerCase()}`;
  if (state === 'todo') return estimate;
  const since = entry === undefined ? '' : `Desde ${formatDateTime(entry.createdAt)}. `;
  return `${since}${STATUS_EXPLANATIONS[step]} ${estimate}.`;
}
