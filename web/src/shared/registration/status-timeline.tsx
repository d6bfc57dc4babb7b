import type { Closure } from '@g2/gateway/contract/registrations';
import {
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_ESTIMATED_TIME,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconLock, IconPencil } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { texts as closed } from './closure-texts.ts';
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
  /** When the status last changed. */
  readonly since: string;
  /** Status changes, oldest first. */
  readonly history: readonly StatusChange[];
  /** Requested corrections of a paid registration that was sent back; null if none are requested. */
  readonly correction: string | null;
  /** Set if the registration was closed because its payment was returned: no further step follows. */
  readonly closure: Closure | null;
  /** Nothing has been submitted yet: no step has a date or an estimate. */
  readonly isDraft?: boolean;
}

type StepState = 'done' | 'current' | 'todo';

const texts = {
  draft: 'Rascunho',
  states: { done: 'Concluída', current: 'Agora', todo: 'A seguir' } satisfies Record<StepState, string>,
  done: 'Etapa concluída',
  estimate: (time: string) => `Prazo estimado: ${time.toLowerCase()}`,
  since: (time: string) => `Desde ${time}`,
  paid: (time: string) => `Pago em ${time}`,
  corrections: 'Correções',
  asked: (time: string) => `Solicitadas em ${time}`,
  resubmitted: (time: string) => `Reenviado em ${time}`,
  sentBack: 'Corrija e reenvie: nada será cobrado, e a análise continua daqui.',
} as const;

/**
 * The six statuses from top to bottom: date of each past one, the current one, and an estimate for later ones. Each
 * round of corrections is an extra entry after the payment, which stays done.
 */
export function StatusTimeline(props: TimelineProps) {
  const { status, closure, isDraft = false } = props;
  const rounds = roundsOf(props);
  // Of a closed registration, only the steps that it reached.
  const steps = REGISTRATION_STATUSES.filter(
    (step) => closure === null || statusIndex(step) <= statusIndex(status),
  );
  return (
    <ol className="g2-list">
      {steps.map((step) => {
        const state = stateOf(step, props);
        return [
          <Entry
            key={step}
            status={step}
            title={isDraft && step === 'submitted' ? texts.draft : STATUS_NAMES[step]}
            icon={STATUS_ICONS[step]}
            state={state}
            notes={notesOf(step, state, props, rounds.length > 0)}
          />,
          step === 'paid' && rounds.map((round) => <Round key={round.askedAt} round={round} />),
        ];
      })}
      {closure !== null && (
        <Entry
          status="closed"
          title={closed.badge}
          icon={IconLock}
          state="current"
          notes={[closed.owner(closure)]}
        />
      )}
    </ol>
  );
}

/** The rounds of corrections in the history; the open round is shown even before the history is loaded. */
function roundsOf({ history, correction, since }: TimelineProps): CorrectionRound[] {
  const rounds = correctionRounds(history);
  const waits = correction !== null && rounds.every(({ resubmittedAt }) => resubmittedAt !== null);
  return waits ? [...rounds, { askedAt: since, reason: correction, resubmittedAt: null }] : rounds;
}

function stateOf(step: RegistrationStatus, { status, correction, closure }: TimelineProps): StepState {
  if (closure !== null) return 'done';
  // A registration that waits for corrections is between the steps paid and reviewing.
  const current = correction === null ? statusIndex(status) : statusIndex('paid') + 0.5;
  const index = statusIndex(step);
  if (index < current || (step === 'certificate_issued' && status === step)) return 'done';
  return index === current ? 'current' : 'todo';
}

function notesOf(
  step: RegistrationStatus,
  state: StepState,
  { createdAt, paidAt, history, isDraft = false }: TimelineProps,
  corrected: boolean,
): string[] {
  if (isDraft) return state === 'current' ? [texts.since(formatDateTime(createdAt))] : [];
  const last = history.findLast(({ toStatus }) => toStatus === step)?.createdAt;
  const at = step === 'submitted' ? createdAt : step === 'paid' ? paidAt : (last ?? null);
  if (state === 'done') return [at === null ? texts.done : formatDateTime(at)];
  const estimate = texts.estimate(STATUS_ESTIMATED_TIME[step]);
  if (state === 'todo') return [estimate];
  const began =
    at === null ? [] : [(corrected && step === 'paid' ? texts.paid : texts.since)(formatDateTime(at))];
  return [...began, STATUS_EXPLANATIONS[step], estimate];
}

function Round({ round: { askedAt, reason, resubmittedAt } }: { round: CorrectionRound }) {
  const isOpen = resubmittedAt === null;
  const next = isOpen ? texts.sentBack : texts.resubmitted(formatDateTime(resubmittedAt));
  return (
    <Entry
      status="submitted"
      title={texts.corrections}
      icon={IconPencil}
      state={isOpen ? 'current' : 'done'}
      notes={[texts.asked(formatDateTime(askedAt)), next]}
    >
      {reason !== null && (
        <p className="col-2 m-0 mt-1.5 py-2 px-3 border-l-3 border-warning rounded-r-sm bg-warning-soft text-sm">
          {reason}
        </p>
      )}
    </Entry>
  );
}

interface EntryProps {
  /** The status that sets the entry's colour. */
  readonly status: RegistrationStatus | 'closed';
  readonly title: string;
  readonly icon: typeof IconCheck;
  readonly state: StepState;
  readonly notes: readonly string[];
  readonly children?: ReactNode;
}

const LOOKS: Readonly<Record<StepState, { step?: string; marker: string; title: string }>> = {
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

function Entry({ status, title, icon, state, notes, children }: EntryProps) {
  const Icon = state === 'done' ? IconCheck : icon;
  const look = LOOKS[state];
  return (
    <li
      className={clsx('g2-step', look.step)}
      data-status={status}
      data-state={state}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span className={clsx('g2-mark border-[1.5px]', look.marker)}>
        <Icon size={17} stroke={2} aria-hidden />
      </span>
      <p className={clsx('g2-row gap-y-0 m-0 text-sm leading-[30px]', look.title)}>
        {title}
        {state === 'current' ? (
          <span className="py-0 px-2 rounded-full bg-(--st-soft) text-(--st) text-xs leading-[1.7]">
            {texts.states.current}
          </span>
        ) : (
          <VisuallyHidden>: {texts.states[state]}</VisuallyHidden>
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
