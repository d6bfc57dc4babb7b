import type { HistoryEntry, StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { staffHistoryQuery } from '../../shared/registration/staff-api.ts';
import { SYSTEM } from '../../shared/registration/status-history.tsx';
import { type Draft, hasText, NO_TEXT } from './action-draft.ts';
import { queuedRegistrationQuery } from './api.ts';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';

const t = texts.dialog;

/** Form of an action's texts, saved as a draft while typing. `onTyped` receives whether any text exists. */
export function useDraftForm(asked: Asked, flow: ActionFlow, onTyped: (typed: boolean) => void) {
  const [recovered, setRecovered] = useState(asked.recovered);
  const form = useForm<Draft>({
    initialValues: asked.draft,
    initialErrors: asked.fields,
    validate: {
      notes: (notes) => (asked.action === 'add_notes' && notes.trim() === '' ? t.notesRequired : null),
    },
    onValuesChange: (draft) => {
      flow.keep(draft);
      onTyped(hasText(draft));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the dialog begins with.
  useEffect(() => onTyped(hasText(asked.draft)), []);
  const discard = () => {
    form.setValues(NO_TEXT);
    setRecovered(false);
  };
  return { form, recovered, discard };
}

interface Confirmation {
  readonly asked: Asked;
  readonly flow: ActionFlow;
  readonly form: ReturnType<typeof useDraftForm>['form'];
  readonly now: StaffRegistration;
  /** Confirming would now do something else than when the dialog opened. */
  readonly changed: boolean;
}

/** Confirms by button or Ctrl+Enter; after a change of the registration, by the button only. */
export function useConfirmation({ asked, flow, form, now, changed }: Confirmation) {
  const button = useRef<HTMLButtonElement>(null);
  const warning = useRef<HTMLDivElement>(null);
  // The focus moves from the button to the warning, so that an Enter in progress does not confirm a changed action. A
  // layout effect, because the browser removes the focus from a disabled button.
  useLayoutEffect(() => {
    if (changed && document.activeElement === button.current) warning.current?.focus();
  }, [changed]);
  const [askedAgain, setAskedAgain] = useState(false);
  const noReason = asked.action === 'request_corrections' && form.values.reason.trim() === '';
  const submit = form.onSubmit((draft) => {
    if (!noReason || askedAgain) return flow.confirm(draft, now);
    setAskedAgain(true);
    button.current?.focus();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Ignores key repeat.
    if (event.repeat) return;
    if (changed) button.current?.focus();
    else event.currentTarget.requestSubmit();
  };
  return { button, warning, submit, onKeyDown, asksAgain: noReason && askedAgain };
}

/**
 * How a registration changed while its action dialog is open.
 * @returns `now`, the registration as last read; `change`, the change of status or operator as a sentence; `confirm`, a
 *   label for the button if confirming now does something else; `isTaken`, whether a colleague took the registration
 */
export function useConcurrentChange({ registration, action }: Asked) {
  const userId = useUser()?.id;
  const { data: now = registration } = useQuery(queuedRegistrationQuery(registration.id));
  const hasMoved = now.status !== registration.status;
  const history = useQuery({ ...staffHistoryQuery(registration.id), enabled: hasMoved }).data ?? [];
  const last = hasMoved ? history.findLast(({ toStatus }) => toStatus === now.status) : undefined;
  const isMine = last !== undefined && last.changedBy === userId;
  const move = hasMoved ? moveOf(now, last, isMine) : null;
  if (action === 'add_notes') return { now, change: move, confirm: null, isTaken: false };
  const { assignedOperatorId: holder } = now;
  const isOfAnother = holder !== null && holder !== registration.assignedOperatorId && holder !== userId;
  const isTaken = now.allowedActions.includes(action) && isOfAnother;
  const changes = [move, isTaken ? t.nowOfAnother(operatorOf(now)) : null].filter((part) => part !== null);
  if (changes.length === 0) return { now, change: null, confirm: null, isTaken };
  const undoes = action === 'request_corrections' && last !== undefined && isApproval(last);
  const undo = undoes ? (isMine ? t.undoOwn : t.undo(nameIn(last).split(' ')[0] ?? '')) : null;
  return { now, change: changes.join(' '), confirm: undo ?? t.anyway[action], isTaken };
}

const moveOf = (now: StaffRegistration, last: HistoryEntry | undefined, isMine: boolean): string =>
  last === undefined
    ? t.changed(STATUS_NAMES[now.status])
    : t.changedBy(STATUS_NAMES[now.status], isMine ? t.you : nameIn(last), when(last.createdAt));

const nameIn = ({ changedByName }: HistoryEntry): string => changedByName ?? SYSTEM;
const isApproval = ({ fromStatus, toStatus }: HistoryEntry): boolean =>
  fromStatus === 'reviewing' && toStatus === 'government_processing';

/** 'às 10:42' for today; with the date for another day. */
function when(iso: string): string {
  const [day = '', time = ''] = formatDateTime(iso).split(' ');
  return day === formatDate(new Date().toISOString()) ? t.today(time) : t.onDay(day, time);
}
