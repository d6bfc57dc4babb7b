import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { IntentKey } from '../../lib/idempotency.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { useUser } from '../../lib/session.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { notify } from '../../ui/toast-store.ts';
import { type Draft, hasText, joined, type KeptDraft, keptDraft, NO_TEXT, sameText } from './action-draft.ts';
import { type Attempt, afterAction, wasDone } from './action-outcome.ts';
import { doneBy, targetOf, whyUnavailable } from './availability.ts';
import { carryOut, isOffline, readAfterFailure, refreshAll, sentenceOf } from './carry-out.ts';
import type { Held } from './pending-step.ts';
import { readQueueLook } from './queue-look.ts';
import { texts } from './texts.ts';
import { useHeldStep } from './use-held-step.ts';

const t = texts.actions;

/** An action that is being asked for: of which registration, as it stood then, and with what texts. */
export interface Asked extends Attempt {
  /** Another one for every opening of the dialog. */
  readonly turn: number;
  /** The texts are of an earlier time. */
  readonly recovered: boolean;
  /** Why it failed the last time, and the texts the server refused. */
  readonly refusal: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ActionFlow {
  readonly asked: Asked | null;
  /** Opens the dialog, or says why the action is not possible now. */
  readonly ask: (registration: StaffRegistration, action: OperatorAction) => void;
  /** What is typed stays kept. */
  readonly close: () => void;
  /** Keeps what is typed until the action is carried out. */
  readonly keep: (draft: Draft) => void;
  /** Carries it out on the registration as the dialog showed it. */
  readonly confirm: (draft: Draft, seen: StaffRegistration) => void;
  /** What was taken without a question and is not sent yet. */
  readonly held: Held<Attempt> | null;
  /** What is held is not sent. Answers it; null where nothing is. */
  readonly undo: () => Attempt | null;
  /** The step taken last; another object each time. */
  readonly stepped: Stepped | null;
}

/** A step that was taken. */
export interface Stepped {
  readonly id: string;
  /** It can still be undone. */
  readonly isHeld: boolean;
}

type Of = Pick<Attempt, 'registration' | 'action'>;
const keyOf = ({ registration, action }: Of): string => `${registration.id} ${action}`;

/**
 * An operator's action from the question to its outcome. The screens show it at once; a failure takes it back, and
 * opens the dialog again with what was written and what went wrong.
 */
export function useActionFlow(): ActionFlow {
  const user = useUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const turns = useRef(0);
  const kept = ({ registration, action }: Of): KeptDraft =>
    keptDraft(user?.id ?? '', registration.id, action);
  const show = (next: Omit<Asked, 'turn'>) => {
    turns.current += 1;
    setAsked({ ...next, turn: turns.current });
  };
  const { run, sending } = useCarryOut(asked, kept, show);
  const [stepped, setStepped] = useState<Stepped | null>(null);
  const tell = ({ registration: { id, status }, action }: Of, isHeld: boolean) =>
    targetOf(status, action) !== null && setStepped({ id, isHeld });
  const { held, hold, undo, flush } = useHeldStep(run, (attempt) => tell(attempt, false));
  return {
    asked,
    ask: (registration, action) => {
      const why = whyUnavailable(registration, action, user?.id);
      if (why !== null) return notify.error(t.unavailable, why);
      const before = held?.step;
      flush('early');
      const of = { registration, action };
      // Pressed twice it is one step.
      if (before?.registration.id === registration.id && before.action === action) return;
      const found = kept(of).read();
      // What is on its way is not yet to be written again.
      const draft = sameText(found, sending.get(keyOf(of)) ?? NO_TEXT) ? NO_TEXT : found;
      if (goesUnasked(of, draft, user?.id)) {
        hold({ ...of, draft: NO_TEXT });
        tell(of, true);
        return;
      }
      show({ ...of, draft, recovered: hasText(draft), refusal: null, fields: {} });
    },
    close: () => setAsked(null),
    keep: (draft) => asked !== null && kept(asked).save(draft),
    confirm: (draft, seen) => {
      if (asked === null) return;
      setAsked(null);
      void run({ action: asked.action, registration: seen, draft });
      tell({ action: asked.action, registration: seen }, false);
    },
    held,
    undo,
    stepped,
  };
}

/**
 * One approves without a question by one's own choice; never what is a colleague's, whose payment was returned or is
 * disputed, nor what one began to write about.
 */
function goesUnasked({ registration, action }: Of, draft: Draft, userId: string | undefined): boolean {
  const { assignedOperatorId: holder, paymentFlag } = registration;
  const isOnesOwn = holder === null || holder === userId;
  return action === 'approve' && readQueueLook().undo && isOnesOwn && paymentFlag === null && !hasText(draft);
}

/** Sends an action, and sees it through to yes or no. `sending` holds the texts on their way. */
function useCarryOut(
  asked: Asked | null,
  kept: (of: Of) => KeptDraft,
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
    // What was typed for the next one since stays.
    if (sameText(kept(attempt).read(), attempt.draft)) kept(attempt).clear();
    notify.success(t.done, doneBy(attempt.registration, attempt.action));
  };
  const fail = (error: Error, attempt: Attempt) => {
    const refusal = sentenceOf(error);
    const since = kept(attempt).read();
    const draft = sameText(since, attempt.draft) ? since : joined(attempt.draft, since);
    kept(attempt).save(draft);
    // Whoever has left, or begun something else, is not interrupted; the text waits where it was written.
    if (isBusyWith(keyOf(attempt))) return notify.error(t.failed, refusal);
    // The dialog says the rest.
    notify.error(t.failed, isOffline(error) ? t.offlineShort : undefined);
    const fields = error instanceof HttpError ? error.fields : {};
    show({ ...attempt, draft, recovered: false, refusal, fields });
  };
  const { mutate } = useMutation({
    // Offline it fails at once, and does not wait to be sent on its own some time.
    networkMode: 'always',
    mutationFn: ({ answer, ...attempt }: Sending) => answer ?? send(attempt),
    onMutate: (attempt: Sending) => {
      sending.set(keyOf(attempt), attempt.draft);
      const { registration, action } = attempt;
      const patch = afterAction(registration, action, new Date());
      return applyOptimistic(client, { root: STAFF_REGISTRATIONS, id: registration.id, patch });
    },
    onSuccess: (_answer, attempt) => succeed(attempt),
    onError: async (error, attempt, undo) => {
      undo?.();
      const found = await readAfterFailure(client, error, attempt.registration.id);
      if (found !== null && wasDone(attempt, found, user?.id)) succeed(attempt);
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
    // Of a page that goes away nothing runs later: the call begins now, and is heard of as the others.
    const answer = send(attempt, true);
    mutate({ ...attempt, answer });
    return answer.catch(() => undefined);
  };
  return { run, sending };
}

/** An attempt, and its answer where it was sent already. */
type Sending = Attempt & { readonly answer?: Promise<StaffRegistration> };

/** Whether, by now, the screen that asked is gone or asks for something else. */
function useBusy(asked: Asked | null): (key: string) => boolean {
  const latest: RefObject<Asked | null> = useRef(asked);
  latest.current = asked;
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return (key) => !here.current || (latest.current !== null && keyOf(latest.current) !== key);
}
