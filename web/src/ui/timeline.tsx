import {
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_ESTIMATED_TIME,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { VisuallyHidden } from '@mantine/core';
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
  /** Why an already paid registration came back to submitted, when it did. */
  readonly correction?: string | null;
}

type StepState = 'done' | 'current' | 'todo';

const texts = {
  states: { done: 'Concluída', current: 'Agora', todo: 'A seguir' } satisfies Record<StepState, string>,
  done: 'Etapa concluída',
  estimate: (time: string) => `Prazo estimado: ${time.toLowerCase()}`,
  since: (time: string) => `Desde ${time}`,
  sentBack: 'A equipe pediu correções. Corrija e reenvie: nada será cobrado.',
  paidBefore: (time: string) => `Pago em ${time}. Ao reenviar, a análise continua daqui.`,
} as const;

/** The six states from top to bottom: what is done and when, where it stands, what comes with its estimate. */
export function StatusTimeline({ status, history, correction = null }: TimelineProps) {
  const current = statusIndex(status);
  return (
    <ol className={classes.timeline}>
      {REGISTRATION_STATUSES.map((step, index) => {
        const final = step === 'certificate_issued' && status === step;
        const state = index < current || final ? 'done' : index === current ? 'current' : 'todo';
        return (
          <li
            key={step}
            className={classes.step}
            data-status={step}
            data-state={state}
            aria-current={index === current ? 'step' : undefined}
          >
            <StepMarker step={step} state={state} />
            <p className={classes.stepTitle}>
              {STATUS_NAMES[step]}
              {state === 'current' ? (
                <span className={classes.now}>{texts.states.current}</span>
              ) : (
                <VisuallyHidden>: {texts.states[state]}</VisuallyHidden>
              )}
            </p>
            {notesOf(step, state, history, correction !== null).map((note) => (
              <p key={note} className={classes.stepNote}>
                {note}
              </p>
            ))}
            {step === 'submitted' && state === 'current' && correction !== null && (
              <p className={classes.reason}>{correction}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepMarker({ step, state }: { step: RegistrationStatus; state: StepState }) {
  const Icon = state === 'done' ? IconCheck : STATUS_ICONS[step];
  return (
    <span className={classes.marker}>
      <Icon size={17} stroke={2} aria-hidden />
    </span>
  );
}

function notesOf(
  step: RegistrationStatus,
  state: StepState,
  history: TimelineProps['history'],
  sentBack: boolean,
): string[] {
  const at = history.findLast((change) => change.toStatus === step)?.createdAt;
  if (state === 'done') return [at === undefined ? texts.done : formatDateTime(at)];
  const estimate = texts.estimate(STATUS_ESTIMATED_TIME[step]);
  if (state === 'todo') {
    return sentBack && step === 'paid' && at !== undefined
      ? [texts.paidBefore(formatDateTime(at))]
      : [estimate];
  }
  const since = at === undefined ? [] : [texts.since(formatDateTime(at))];
  if (sentBack) return [...since, texts.sentBack];
  return [...since, STATUS_EXPLANATIONS[step], estimate];
}
