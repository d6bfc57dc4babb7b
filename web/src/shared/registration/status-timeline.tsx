import type { Closure } from '@g2/gateway/contract/registrations';
import {
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_ESTIMATED_TIME,
  STATUS_NAMES,
} from '@g2/gateway/contract/status-terms';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconLock, IconPencil } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { texts as closureTexts } from './closure-texts.ts';
import {
  type CorrectionRound,
  correctionRounds,
  STATUS_EXPLANATIONS,
  type StatusChange,
  statusIndex,
} from './status.ts';
import { STATUS_ICONS } from './status-badge.tsx';

interface TimelineProps {
  readonly status: RegistrationStatus;
  /** ISO times of creation and of the first payment, as on the certificate. */
  readonly createdAt: string;
  readonly paidAt: string | null;
  /** ISO time. */
  readonly statusChangedAt: string;
  /** Status changes, oldest first. */
  readonly history: readonly StatusChange[];
  /** Requested corrections of a paid registration that was sent back; null if none are requested. */
  readonly correction: string | null;
  /** Set if the registration was closed because its payment was returned. No further step follows. */
  readonly closure: Closure | null;
  /** True before submission: no step has an estimate. */
  readonly isDraft?: boolean;
}

type StepState = 'done' | 'current' | 'todo';

const texts = {
  draft: 'Rascunho',
  stateNames: { done: 'Concluída', current: 'Agora', todo: 'A seguir' } satisfies Record<StepState, string>,
  stepCompleted: 'Etapa concluída',
  estimate: (time: string) => `Prazo estimado: ${time.toLowerCase()}`,
  since: (time: string) => `Desde ${time}`,
  paidOn: (time: string) => `Pago em ${time}`,
  corrections: 'Correções',
  requestedOn: (time: string) => `Solicitadas em ${time}`,
  resubmittedOn: (time: string) => `Reenviado em ${time}`,
  correctAndResubmit: 'Corrija e reenvie: nada será cobrado, e a análise continua daqui.',
} as const;

/**
 * The six statuses from top to bottom. Past steps show their date, later steps their estimated time. Each round of
 * corrections is an extra entry after the payment step, which stays completed.
 */
export function StatusTimeline(props: TimelineProps) {
  const { status, closure, isDraft = false } = props;
  const rounds = roundsOf(props);
  // A closed registration shows only the steps that it reached.
  const steps = REGISTRATION_STATUSES.filter(
    (step) => closure === null || statusIndex(step) <= statusIndex(status),
  );
  return (
    <ol className="g2-list">
      {steps.map((step) => {
        const state = stateOf(step, props);
        return [
          <TimelineEntry
            key={step}
            status={step}
            title={isDraft && step === 'submitted' ? texts.draft : STATUS_NAMES[step]}
            icon={STATUS_ICONS[step]}
            state={state}
            notes={notesOf(step, state, props, rounds.length > 0)}
          />,
          step === 'paid' && rounds.map((round) => <CorrectionEntry key={round.requestedAt} round={round} />),
        ];
      })}
      {closure !== null && (
        <TimelineEntry
          status="closed"
          title={closureTexts.badge}
          icon={IconLock}
          state="current"
          notes={[closureTexts.owner(closure)]}
        />
      )}
    </ol>
  );
}

/** Rounds of corrections from the history. Adds the open round if the history does not contain it yet. */
function roundsOf({ history, correction, statusChangedAt }: TimelineProps): CorrectionRound[] {
  const rounds = correctionRounds(history);
  const isOpenRoundMissing =
    correction !== null && rounds.every(({ resubmittedAt }) => resubmittedAt !== null);
  if (!isOpenRoundMissing) return rounds;
  return [...rounds, { requestedAt: statusChangedAt, reason: correction, resubmittedAt: null }];
}

function stateOf(step: RegistrationStatus, { status, correction, closure }: TimelineProps): StepState {
  if (closure !== null) return 'done';
  // A registration that waits for corrections is between the steps `paid` and `reviewing`.
  const currentIndex = correction === null ? statusIndex(status) : statusIndex('paid') + 0.5;
  const stepIndex = statusIndex(step);
  if (stepIndex < currentIndex || (step === 'certificate_issued' && status === step)) return 'done';
  return stepIndex === currentIndex ? 'current' : 'todo';
}

function notesOf(
  step: RegistrationStatus,
  state: StepState,
  { createdAt, paidAt, history, isDraft = false }: TimelineProps,
  hasCorrections: boolean,
): string[] {
  if (isDraft) return state === 'current' ? [texts.since(formatDateTime(createdAt))] : [];
  const lastEnteredAt = history.findLast(({ toStatus }) => toStatus === step)?.createdAt;
  const reachedAt = step === 'submitted' ? createdAt : step === 'paid' ? paidAt : (lastEnteredAt ?? null);
  if (state === 'done') return [reachedAt === null ? texts.stepCompleted : formatDateTime(reachedAt)];
  const estimate = texts.estimate(STATUS_ESTIMATED_TIME[step]);
  if (state === 'todo') return [estimate];
  const startText = hasCorrections && step === 'paid' ? texts.paidOn : texts.since;
  const startNotes = reachedAt === null ? [] : [startText(formatDateTime(reachedAt))];
  return [...startNotes, STATUS_EXPLANATIONS[step], estimate];
}

function CorrectionEntry({ round: { requestedAt, reason, resubmittedAt } }: { round: CorrectionRound }) {
  const isOpen = resubmittedAt === null;
  const outcomeNote = isOpen ? texts.correctAndResubmit : texts.resubmittedOn(formatDateTime(resubmittedAt));
  return (
    <TimelineEntry
      status="submitted"
      title={texts.corrections}
      icon={IconPencil}
      state={isOpen ? 'current' : 'done'}
      notes={[texts.requestedOn(formatDateTime(requestedAt)), outcomeNote]}
    >
      {reason !== null && (
        <p className="col-2 m-0 mt-1.5 py-2 px-3 border-l-3 border-warning rounded-r-sm bg-warning-soft text-sm">
          {reason}
        </p>
      )}
    </TimelineEntry>
  );
}

interface TimelineEntryProps {
  /** Sets the entry's colour. */
  readonly status: RegistrationStatus | 'closed';
  readonly title: string;
  readonly icon: typeof IconCheck;
  readonly state: StepState;
  readonly notes: readonly string[];
  readonly children?: ReactNode;
}

const STATE_CLASSES: Readonly<Record<StepState, { step?: string; marker: string; title: string }>> = {
  done: {
    step: '[--step-line:var(--g2-accent)]',
    marker: 'border-accent bg-accent text-on-accent',
    title: 'font-semibold',
  },
  current: {
    marker: 'border-(--st) bg-(--st) text-surface shadow-[0_0_0_4px_var(--st-soft)]',
    title: 'font-semibold text-(--st)',
  },
  todo: { marker: 'border-dashed border-strong-line bg-surface text-muted', title: 'font-medium text-muted' },
};

function TimelineEntry({ status, title, icon, state, notes, children }: TimelineEntryProps) {
  const Icon = state === 'done' ? IconCheck : icon;
  const classes = STATE_CLASSES[state];
  return (
    <li
      className={clsx('g2-step', classes.step)}
      data-status={status}
      data-state={state}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span className={clsx('g2-mark border-[1.5px]', classes.marker)}>
        <Icon size={17} stroke={2} aria-hidden />
      </span>
      <p className={clsx('g2-row gap-y-0 m-0 text-sm leading-[30px]', classes.title)}>
        {title}
        {state === 'current' ? (
          <span className="py-0 px-2 rounded-full bg-(--st-soft) text-(--st) text-xs leading-[1.7]">
            {texts.stateNames.current}
          </span>
        ) : (
          <VisuallyHidden>: {texts.stateNames[state]}</VisuallyHidden>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} className="g2-note col-2 leading-[1.5]">
          {note}
        </p>
      ))}
      {children}
    </li>
  );
}
