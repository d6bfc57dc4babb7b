import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { useUser } from '../../lib/session.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { notify } from '../../ui/toast-store.ts';
import { type Draft, hasText, joined, type KeptDraft, keptDraft, NO_TEXT, sameText } from './action-draft.ts';
import { type Attempt, afterAction, wasDone } from './action-outcome.ts';
import { whyUnavailable } from './availability.ts';
import { carryOut, isOffline, readAfterFailure, refreshAll, sentenceOf } from './carry-out.ts';
import { texts } from './texts.ts';

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
  return {
    asked,
    ask: (registration, action) => {
      const why = whyUnavailable(registration, action, user?.id);
      if (why !== null) return notify.error(t.unavailable, why);
      const of = { registration, action };
      const found = kept(of).read();
      // What is on its way is not yet to be written again.
      const draft = sameText(found, sending.get(keyOf(of)) ?? NO_TEXT) ? NO_TEXT : found;
      show({ ...of, draft, recovered: hasText(draft), refusal: null, fields: {} });
    },
    close: () => setAsked(null),
    keep: (draft) => asked !== null && kept(asked).save(draft),
    confirm: (draft, seen) => {
      if (asked === null) return;
      setAsked(null);
      run({ action: asked.action, registration: seen, draft });
    },
  };
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
  const succeed = (attempt: Attempt) => {
    // What was typed for the next one since stays.
    if (sameText(kept(attempt).read(), attempt.draft)) kept(attempt).clear();
    notify.success(t.done);
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
    mutationFn: carryOut,
    onMutate: (attempt: Attempt) => {
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
  return { run: mutate, sending };
}

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
