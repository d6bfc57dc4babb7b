import type { HistoryEntry, StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { assignedOperatorName } from '../../shared/registration/assigned-operator.ts';
import { staffHistoryQuery } from '../../shared/registration/staff-api.ts';
import { SYSTEM_AUTHOR } from '../../shared/registration/status-history.tsx';
import { type Draft, EMPTY_DRAFT, hasText } from './action-draft.ts';
import { queuedRegistrationQuery } from './api.ts';
import { texts } from './texts.ts';
import type { ActionDialogState, ActionFlow } from './use-action-flow.ts';

const t = texts.dialog;

/** Form with the texts of an action, saved as a draft while the user types. `onTyped` receives whether it has text. */
export function useDraftForm(
  dialogState: ActionDialogState,
  flow: ActionFlow,
  onTyped: (hasTypedText: boolean) => void,
) {
  const [recovered, setRecovered] = useState(dialogState.recovered);
  const form = useForm<Draft>({
    initialValues: dialogState.draft,
    initialErrors: dialogState.fieldErrors,
    validate: {
      notes: (notes) => (dialogState.action === 'add_notes' && notes.trim() === '' ? t.notesRequired : null),
    },
    onValuesChange: (draft) => {
      flow.saveDraft(draft);
      onTyped(hasText(draft));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the texts that the dialog opens with.
  useEffect(() => onTyped(hasText(dialogState.draft)), []);
  const discard = () => {
    form.setValues(EMPTY_DRAFT);
    setRecovered(false);
  };
  return { form, recovered, discard };
}

interface Confirmation {
  readonly dialogState: ActionDialogState;
  readonly flow: ActionFlow;
  readonly form: ReturnType<typeof useDraftForm>['form'];
  readonly latest: StaffRegistration;
  /** Whether a confirmation would now have another effect than when the dialog opened. */
  readonly isChanged: boolean;
}

/** Confirms by the button or Ctrl+Enter; if the registration has changed, only by the button. */
export function useConfirmation({ dialogState, flow, form, latest, isChanged }: Confirmation) {
  const confirmButton = useRef<HTMLButtonElement>(null);
  const warningBox = useRef<HTMLDivElement>(null);
  // Moves the focus from the button to the warning, so that Enter does not confirm an action whose effect has changed.
  // A layout effect, because the browser takes the focus away from a disabled button.
  useLayoutEffect(() => {
    if (isChanged && document.activeElement === confirmButton.current) warningBox.current?.focus();
  }, [isChanged]);
  const [isWarningShown, setWarningShown] = useState(false);
  const isReasonMissing = dialogState.action === 'request_corrections' && form.values.reason.trim() === '';
  const submit = form.onSubmit((draft) => {
    if (!isReasonMissing || isWarningShown) return flow.confirm(draft, latest);
    setWarningShown(true);
    confirmButton.current?.focus();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Ignores the repeated events of a key that is held down.
    if (event.repeat) return;
    if (isChanged) confirmButton.current?.focus();
    else event.currentTarget.requestSubmit();
  };
  const showsReasonWarning = isReasonMissing && isWarningShown;
  return { confirmButton, warningBox, submit, onKeyDown, showsReasonWarning };
}

/**
 * Changes of a registration since its action dialog opened.
 * @returns `latest`, the registration as last read; `changeText`, the change of status or operator as a sentence;
 *   `confirmLabel`, a label for the confirm button if its effect has changed; `isTakenByColleague`, whether the
 *   registration is now assigned to a colleague
 */
export function useConcurrentChange({ registration, action }: ActionDialogState) {
  const userId = useUser()?.id;
  const { data: latest = registration } = useQuery(queuedRegistrationQuery(registration.id));
  const isStatusChanged = latest.status !== registration.status;
  const history = useQuery({ ...staffHistoryQuery(registration.id), enabled: isStatusChanged }).data ?? [];
  const lastChange = isStatusChanged
    ? history.findLast(({ toStatus }) => toStatus === latest.status)
    : undefined;
  const isOwnChange = lastChange !== undefined && lastChange.changedBy === userId;
  const statusText = isStatusChanged ? statusChangeText(latest, lastChange, isOwnChange) : null;
  if (action === 'add_notes') {
    return { latest, changeText: statusText, confirmLabel: null, isTakenByColleague: false };
  }
  const { assignedOperatorId: operatorId } = latest;
  const hasNewOperator =
    operatorId !== null && operatorId !== registration.assignedOperatorId && operatorId !== userId;
  const isTakenByColleague = latest.allowedActions.includes(action) && hasNewOperator;
  const takenText = isTakenByColleague ? t.takenByColleague(assignedOperatorName(latest)) : null;
  const sentences = [statusText, takenText].filter((sentence) => sentence !== null);
  if (sentences.length === 0) return { latest, changeText: null, confirmLabel: null, isTakenByColleague };
  const isUndo = action === 'request_corrections' && lastChange !== undefined && isApproval(lastChange);
  const firstName = isUndo ? (authorName(lastChange).split(' ')[0] ?? '') : '';
  const undoLabel = isUndo ? (isOwnChange ? t.undoOwnApproval : t.undoApproval(firstName)) : null;
  const confirmLabel = undoLabel ?? t.confirmAnyway[action];
  return { latest, changeText: sentences.join(' '), confirmLabel, isTakenByColleague };
}

function statusChangeText(
  { status }: StaffRegistration,
  lastChange: HistoryEntry | undefined,
  isOwnChange: boolean,
): string {
  if (lastChange === undefined) return t.statusChanged(STATUS_NAMES[status]);
  const author = isOwnChange ? t.you : authorName(lastChange);
  return t.statusChangedBy(STATUS_NAMES[status], author, timeText(lastChange.createdAt));
}

const authorName = ({ changedByName }: HistoryEntry): string => changedByName ?? SYSTEM_AUTHOR;
const isApproval = ({ fromStatus, toStatus }: HistoryEntry): boolean =>
  fromStatus === 'reviewing' && toStatus === 'government_processing';

/** The time as in 'às 10:42'; with the date if it is not today. */
function timeText(iso: string): string {
  const [day = '', time = ''] = formatDateTime(iso).split(' ');
  return day === formatDate(new Date().toISOString()) ? t.atTime(time) : t.onDayAtTime(day, time);
}
