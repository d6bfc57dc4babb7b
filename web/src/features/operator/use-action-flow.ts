import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { IntentKey } from '../../lib/idempotency.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { onSigningOut } from '../../lib/pending-work.ts';
import { useUser } from '../../lib/session.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { notify } from '../../ui/toast-store.ts';
import { type Draft, hasText, joined, type KeptDraft, keptDraft, NO_TEXT, sameText } from './action-draft.ts';
import { doneBy, targetOf, whyUnavailable } from './availability.ts';
import {
  type Attempt,
  afterAction,
  carryOut,
  isOffline,
  readAfterFailure,
  refreshAll,
  sentenceOf,
  wasCarriedOut,
} from './carry-out.ts';
import { type Held, PendingStep } from './pending-step.ts';
import { readQueueSettings } from './queue-settings.ts';
import { texts } from './texts.ts';

const t = texts.actions;

/** An action with an open dialog: the registration as it was then, and the typed texts. */
export interface Asked extends Attempt {
  /** A new number for every opening of the dialog. */
  readonly turn: number;
  /** The texts come from an earlier draft. */
  readonly recovered: boolean;
  /** The failure of the last attempt; `fields` has the errors per field. */
  readonly refusal: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

type ActionTarget = Pick<Attempt, 'registration' | 'action'>;
const keyOf = ({ registration, action }: ActionTarget): string => `${registration.id} ${action}`;

/**
 * Runs an operator's action from dialog to outcome. Updates the screens optimistically; a failure reverts them and
 * reopens the dialog with the texts and the error.
 * @param openId the record that the URL shows: when it changes, the dialog closes
 */
export function useActionFlow(openId: string) {
  const user = useUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const shownId = useRef(openId);
  useEffect(() => {
    if (shownId.current === openId) return;
    shownId.current = openId;
    setAsked(null);
  }, [openId]);
  const turns = useRef(0);
  const kept = ({ registration, action }: ActionTarget): KeptDraft =>
    keptDraft(user?.id ?? '', registration.id, action);
  const show = (next: Omit<Asked, 'turn'>) => {
    turns.current += 1;
    setAsked({ ...next, turn: turns.current });
  };
  const { run, sending } = useCarryOut(asked, kept, show);
  /** The record of the last action taken; a new object each time. */
  const [stepped, setStepped] = useState<{ readonly id: string } | null>(null);
  const advance = ({ registration: { id, status }, action }: ActionTarget) =>
    targetOf(status, action) !== null && setStepped({ id });
  /** `held`: an action taken without a dialog and not sent yet. */
  const { held, pending } = useHeldStep(run, advance);
  return {
    asked,
    /** Opens the dialog, or shows why the action is not available. */
    ask: (registration: StaffRegistration, action: OperatorAction) => {
      const why = whyUnavailable(registration, action, user?.id);
      if (why !== null) return notify.error(t.unavailable, why);
      const before = held?.step;
      pending.flush('early');
      const target = { registration, action };
      // The same action on the same record is already open: a second press does nothing.
      if (before?.registration.id === registration.id && before.action === action) return;
      const found = kept(target).read();
      // A text that is being sent right now is not offered again as a draft.
      const draft = sameText(found, sending.get(keyOf(target)) ?? NO_TEXT) ? NO_TEXT : found;
      if (skipsDialog(target, draft, user?.id)) {
        pending.hold({ ...target, draft: NO_TEXT });
        advance(target);
        return;
      }
      show({ ...target, draft, recovered: hasText(draft), refusal: null, fields: {} });
    },
    /** Closes the dialog; the draft is kept. */
    close: () => setAsked(null),
    keep: (draft: Draft) => asked !== null && kept(asked).save(draft),
    /** Carries out the action on the registration as the dialog showed it. */
    confirm: (draft: Draft, seen: StaffRegistration) => {
      if (asked === null) return;
      const attempt = { action: asked.action, registration: seen, draft };
      setAsked(null);
      void run(attempt);
      advance(attempt);
    },
    held,
    /** Cancels and returns the held action; null when there is none. */
    undo: () => pending.undo(),
    stepped,
  };
}
export type ActionFlow = ReturnType<typeof useActionFlow>;

/**
 * Whether to approve without a dialog: only if the user chose so, and never when a colleague has the registration, its
 * payment was returned or disputed, or a draft exists.
 */
function skipsDialog(
  { registration, action }: ActionTarget,
  draft: Draft,
  userId: string | undefined,
): boolean {
  const { assignedOperatorId: holder, paymentFlag } = registration;
  const isOnesOwn = holder === null || holder === userId;
  if (action !== 'approve' || !readQueueSettings().undo) return false;
  return isOnesOwn && paymentFlag === null && !hasText(draft);
}

/**
 * The step that can still be undone. It is sent when its time is over, when another step starts, and when the user
 * leaves the page, closes the tab or signs out.
 * @param run sends the step, synchronously when the page closes (`isLeaving`)
 * @param onDue called with a step that was sent because its time was over
 */
function useHeldStep(
  run: (attempt: Attempt, isLeaving: boolean) => Promise<unknown>,
  onDue: (attempt: Attempt) => void,
) {
  const [held, setHeld] = useState<Held<Attempt> | null>(null);
  const latest = useRef({ run, onDue });
  latest.current = { run, onDue };
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const ref = useRef<PendingStep<Attempt>>(null);
  ref.current ??= new PendingStep<Attempt>((attempt, why) => {
    sent.current = latest.current.run(attempt, why === 'leaving');
    if (why === 'due') latest.current.onDue(attempt);
  }, setHeld);
  const pending = ref.current;
  useEffect(() => {
    const leave = () => pending.flush('leaving');
    window.addEventListener('pagehide', leave);
    const forget = onSigningOut(() => {
      leave();
      return sent.current;
    });
    return () => {
      window.removeEventListener('pagehide', leave);
      forget();
      pending.flush('early');
    };
  }, [pending]);
  return { held, pending };
}

/** Sends an action and handles success and failure. `sending` holds the texts of requests in progress. */
function useCarryOut(
  asked: Asked | null,
  kept: (target: ActionTarget) => KeptDraft,
  show: (next: Omit<Asked, 'turn'>) => void,
) {
  const user = useUser();
  const client = useQueryClient();
  const sending = useRef(new Map<string, Draft>()).current;
  const isBusyWith = useBusy(asked);
  const keys = useRef(new Map<string, IntentKey>()).current;
  const send = (attempt: Attempt, isLeaving = false) => {
    const name = keyOf(attempt);
    const key = keys.get(name) ?? new IntentKey();
    keys.set(name, key);
    return carryOut(attempt, key, isLeaving);
  };
  const succeed = (attempt: Attempt) => {
    // Clears the draft, unless the user has typed another text since.
    if (sameText(kept(attempt).read(), attempt.draft)) kept(attempt).clear();
    notify.success(t.done, doneBy(attempt.registration, attempt.action));
  };
  const fail = (error: Error, attempt: Attempt) => {
    const refusal = sentenceOf(error);
    const since = kept(attempt).read();
    const draft = sameText(since, attempt.draft) ? since : joined(attempt.draft, since);
    kept(attempt).save(draft);
    // The user has left or opened another dialog: only a toast is shown; the text is kept as a draft.
    if (isBusyWith(keyOf(attempt))) return notify.error(t.failed, refusal);
    // The dialog shows the details.
    notify.error(t.failed, isOffline(error) ? t.offlineShort : undefined);
    const fields = error instanceof HttpError ? error.fields : {};
    show({ ...attempt, draft, recovered: false, refusal, fields });
  };
  const { mutate } = useMutation({
    mutationFn: ({ answer, ...attempt }: Sending) => answer ?? send(attempt),
    onMutate: (attempt: Sending) => {
      sending.set(keyOf(attempt), attempt.draft);
      const { registration, action } = attempt;
      const patch = afterAction(registration, action);
      return applyOptimistic(client, { root: STAFF_REGISTRATIONS, id: registration.id, patch });
    },
    onSuccess: (_answer, attempt) => succeed(attempt),
    onError: async (error, attempt, undo) => {
      undo?.();
      const found = await readAfterFailure(client, error, attempt.registration.id);
      if (found !== null && wasCarriedOut(attempt, found, user?.id)) succeed(attempt);
      else fail(error, attempt);
    },
    onSettled: (_answer, _error, attempt) => {
      sending.delete(keyOf(attempt));
      return refreshAll(client);
    },
  });
  const run = (attempt: Attempt, isLeaving = false): Promise<unknown> => {
    if (!isLeaving) {
      mutate(attempt);
      return Promise.resolve();
    }
    // On a closing page no later code runs: the request starts now, and the mutation receives its promise.
    const answer = send(attempt, true);
    mutate({ ...attempt, answer });
    return answer.catch(() => undefined);
  };
  return { run, sending };
}

/** An attempt, with its pending answer when the request was already sent. */
type Sending = Attempt & { readonly answer?: Promise<StaffRegistration> };

/** Whether the screen that sent the action is unmounted or shows a dialog of another action. */
function useBusy(asked: Asked | null): (key: string) => boolean {
  const latest = useRef(asked);
  latest.current = asked;
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return (key) => !isMounted.current || (latest.current !== null && keyOf(latest.current) !== key);
}
