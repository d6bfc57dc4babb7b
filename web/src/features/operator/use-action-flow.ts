import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/status-terms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { IntentKey } from '../../lib/idempotency.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { addPendingWork } from '../../lib/pending-work.ts';
import { useUser } from '../../lib/session.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { notify } from '../../ui/toast-store.ts';
import {
  type Draft,
  EMPTY_DRAFT,
  hasSameText,
  hasText,
  joinDrafts,
  type StoredActionDraft,
  storedActionDraft,
} from './action-draft.ts';
import { resultText, targetStatus, whyUnavailable } from './availability.ts';
import {
  type Attempt,
  carryOut,
  failureMessage,
  isOffline,
  readAfterFailure,
  refreshStaffQueries,
  registrationAfterAction,
  wasCarriedOut,
} from './carry-out.ts';
import { type Held, PendingStep } from './pending-step.ts';
import { readQueueSettings } from './queue-settings.ts';
import { texts } from './texts.ts';

const t = texts.actions;

/** An open action dialog: the action, the registration as it was when the dialog opened, and the typed texts. */
export interface ActionDialogState extends Attempt {
  /** React key; a new number for every opening of the dialog. */
  readonly openingNumber: number;
  /** Whether the texts come from a stored draft. */
  readonly recovered: boolean;
  /** Message of the last failed attempt. */
  readonly failure: string | null;
  /** Server errors by field name. */
  readonly fieldErrors: Readonly<Record<string, string>>;
}

type ActionTarget = Pick<Attempt, 'registration' | 'action'>;
const actionKeyOf = ({ registration, action }: ActionTarget): string => `${registration.id} ${action}`;

/**
 * Runs an operator's action from dialog to outcome. Updates the screens optimistically; a failure reverts them and
 * reopens the dialog with the texts and the error.
 * @param openId id of the registration that the URL shows; a change closes the dialog
 */
export function useActionFlow(openId: string) {
  const user = useUser();
  const [dialogState, setDialogState] = useState<ActionDialogState | null>(null);
  const previousOpenId = useRef(openId);
  useEffect(() => {
    if (previousOpenId.current === openId) return;
    previousOpenId.current = openId;
    setDialogState(null);
  }, [openId]);
  const openings = useRef(0);
  const draftStore = ({ registration, action }: ActionTarget): StoredActionDraft =>
    storedActionDraft(user?.id ?? '', registration.id, action);
  const openDialog = (next: Omit<ActionDialogState, 'openingNumber'>) => {
    openings.current += 1;
    setDialogState({ ...next, openingNumber: openings.current });
  };
  const { run, draftsBeingSent } = useCarryOut(dialogState, draftStore, openDialog);
  /** The registration of the last action that changes a status; a new object for every action. */
  const [lastStep, setLastStep] = useState<{ readonly id: string } | null>(null);
  const updateLastStep = ({ registration: { id, status }, action }: ActionTarget) =>
    targetStatus(status, action) !== null && setLastStep({ id });
  /** `heldStep`: an action without a dialog that is not sent yet. */
  const { heldStep, pendingStep } = useHeldStep(run, updateLastStep);
  return {
    dialogState,
    /** Opens the dialog of the action, or shows why the action is unavailable. */
    startAction: (registration: StaffRegistration, action: OperatorAction) => {
      const reason = whyUnavailable(registration, action, user?.id);
      if (reason !== null) return notify.error(t.unavailable, reason);
      const previousStep = heldStep?.step;
      pendingStep.flush('early');
      const target = { registration, action };
      // The same action was just held; a second key press only sends it.
      if (previousStep?.registration.id === registration.id && previousStep.action === action) return;
      const savedDraft = draftStore(target).read();
      // A draft whose text is being sent is not offered again.
      const isBeingSent = hasSameText(savedDraft, draftsBeingSent.get(actionKeyOf(target)) ?? EMPTY_DRAFT);
      const draft = isBeingSent ? EMPTY_DRAFT : savedDraft;
      if (canSkipDialog(target, draft, user?.id)) {
        pendingStep.hold({ ...target, draft: EMPTY_DRAFT });
        updateLastStep(target);
        return;
      }
      openDialog({ ...target, draft, recovered: hasText(draft), failure: null, fieldErrors: {} });
    },
    /** Closes the dialog; its draft stays stored. */
    close: () => setDialogState(null),
    saveDraft: (draft: Draft) => dialogState !== null && draftStore(dialogState).save(draft),
    /** Carries out the action. `registrationSeen` is the registration as the dialog showed it. */
    confirm: (draft: Draft, registrationSeen: StaffRegistration) => {
      if (dialogState === null) return;
      const attempt = { action: dialogState.action, registration: registrationSeen, draft };
      setDialogState(null);
      void run(attempt);
      updateLastStep(attempt);
    },
    heldStep,
    /** Cancels and returns the held action; null if there is none. */
    undo: () => pendingStep.undo(),
    lastStep,
  };
}
export type ActionFlow = ReturnType<typeof useActionFlow>;

/**
 * Whether to approve without a dialog: only if the user enabled that. Never if the registration is assigned to a
 * colleague, its payment was refunded or disputed, or a draft exists.
 */
function canSkipDialog(
  { registration, action }: ActionTarget,
  draft: Draft,
  userId: string | undefined,
): boolean {
  const { assignedOperatorId: operatorId, paymentFlag } = registration;
  const isUnassignedOrOwn = operatorId === null || operatorId === userId;
  if (action !== 'approve' || !readQueueSettings().undo) return false;
  return isUnassignedOrOwn && paymentFlag === null && !hasText(draft);
}

/**
 * An action that can be undone before it is sent. It is sent when the undo time is over, when another action starts,
 * and when the user leaves the page, closes the tab or signs out.
 * @param run sends the action, synchronously if the page is closing (`isLeaving`)
 * @param onDue called with an action that was sent because its undo time was over
 */
function useHeldStep(
  run: (attempt: Attempt, isLeaving: boolean) => Promise<unknown>,
  onDue: (attempt: Attempt) => void,
) {
  const [heldStep, setHeldStep] = useState<Held<Attempt> | null>(null);
  const latestCallbacks = useRef({ run, onDue });
  latestCallbacks.current = { run, onDue };
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve());
  const pendingRef = useRef<PendingStep<Attempt>>(null);
  pendingRef.current ??= new PendingStep<Attempt>((attempt, reason) => {
    lastRequest.current = latestCallbacks.current.run(attempt, reason === 'leaving');
    if (reason === 'due') latestCallbacks.current.onDue(attempt);
  }, setHeldStep);
  const pendingStep = pendingRef.current;
  useEffect(() => {
    const sendOnLeave = () => pendingStep.flush('leaving');
    window.addEventListener('pagehide', sendOnLeave);
    const unsubscribe = addPendingWork(() => {
      sendOnLeave();
      return lastRequest.current;
    });
    return () => {
      window.removeEventListener('pagehide', sendOnLeave);
      unsubscribe();
      pendingStep.flush('early');
    };
  }, [pendingStep]);
  return { heldStep, pendingStep };
}

/** Sends an action and handles success and failure. `draftsBeingSent` contains the texts of requests in progress. */
function useCarryOut(
  dialogState: ActionDialogState | null,
  draftStore: (target: ActionTarget) => StoredActionDraft,
  openDialog: (next: Omit<ActionDialogState, 'openingNumber'>) => void,
) {
  const user = useUser();
  const client = useQueryClient();
  const draftsBeingSent = useRef(new Map<string, Draft>()).current;
  const cannotReopen = useCannotReopen(dialogState);
  const intentKeys = useRef(new Map<string, IntentKey>()).current;
  const send = (attempt: Attempt, isLeaving = false) => {
    const actionKey = actionKeyOf(attempt);
    const intentKey = intentKeys.get(actionKey) ?? new IntentKey();
    intentKeys.set(actionKey, intentKey);
    return carryOut(attempt, intentKey, isLeaving);
  };
  const handleSuccess = (attempt: Attempt) => {
    // Clears the draft, unless the user has typed another text meanwhile.
    if (hasSameText(draftStore(attempt).read(), attempt.draft)) draftStore(attempt).clear();
    notify.success(t.succeeded, resultText(attempt.registration, attempt.action));
  };
  const handleFailure = (error: Error, attempt: Attempt) => {
    const failure = failureMessage(error);
    const currentDraft = draftStore(attempt).read();
    const draft = hasSameText(currentDraft, attempt.draft)
      ? currentDraft
      : joinDrafts(attempt.draft, currentDraft);
    draftStore(attempt).save(draft);
    // If the user has left the screen or opened another dialog, only a toast is shown; the draft stays stored.
    if (cannotReopen(actionKeyOf(attempt))) return notify.error(t.failed, failure);
    // The toast is short, because the reopened dialog shows the details.
    notify.error(t.failed, isOffline(error) ? t.offlineShort : undefined);
    const fieldErrors = error instanceof HttpError ? error.fields : {};
    openDialog({ ...attempt, draft, recovered: false, failure, fieldErrors });
  };
  const { mutate } = useMutation({
    mutationFn: ({ pendingResponse, ...attempt }: SentAttempt) => pendingResponse ?? send(attempt),
    onMutate: (attempt: SentAttempt) => {
      draftsBeingSent.set(actionKeyOf(attempt), attempt.draft);
      const { registration, action } = attempt;
      const patch = registrationAfterAction(registration, action);
      return applyOptimistic(client, { root: STAFF_REGISTRATIONS, id: registration.id, patch });
    },
    onSuccess: (_response, attempt) => handleSuccess(attempt),
    onError: async (error, attempt, undo) => {
      undo?.();
      const serverState = await readAfterFailure(client, error, attempt.registration.id);
      if (serverState !== null && wasCarriedOut(attempt, serverState, user?.id)) handleSuccess(attempt);
      else handleFailure(error, attempt);
    },
    onSettled: (_response, _error, attempt) => {
      draftsBeingSent.delete(actionKeyOf(attempt));
      return refreshStaffQueries(client);
    },
  });
  const run = (attempt: Attempt, isLeaving = false): Promise<unknown> => {
    if (!isLeaving) {
      mutate(attempt);
      return Promise.resolve();
    }
    // On a closing page no later code runs. So the request starts here, and the mutation receives its promise.
    const pendingResponse = send(attempt, true);
    mutate({ ...attempt, pendingResponse });
    return pendingResponse.catch(() => undefined);
  };
  return { run, draftsBeingSent };
}

/** An attempt, with the promise of the response if the request was already sent. */
type SentAttempt = Attempt & { readonly pendingResponse?: Promise<StaffRegistration> };

/** Returns whether an action's dialog cannot reopen: the screen is unmounted or shows another action's dialog. */
function useCannotReopen(dialogState: ActionDialogState | null): (actionKey: string) => boolean {
  const latestState = useRef(dialogState);
  latestState.current = dialogState;
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return (actionKey) => {
    const { current } = latestState;
    return !isMounted.current || (current !== null && actionKeyOf(current) !== actionKey);
  };
}
