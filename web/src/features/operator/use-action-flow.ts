import type { OperatorActionBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { HttpError, messageOf, request } from '../../lib/http.ts';
import { applyGuess } from '../../lib/optimistic.ts';
import { useUser } from '../../lib/session.ts';
import { STAFF_REGISTRATIONS, staffHistoryQuery } from '../../lib/staff-registrations.ts';
import { notify } from '../../ui/toast-store.ts';
import { type Aftermath, acted, wasDone } from './acted.ts';
import { type Draft, hasText, joined, type KeptDraft, keptDraft, NO_TEXT, sameText } from './action-draft.ts';
import { queuedRegistrationQuery } from './api.ts';
import { whyUnavailable } from './availability.ts';
import { texts } from './texts.ts';

const t = texts.actions;
/** An action is a few rows: what takes longer than this, ms, has no answer any more. */
const ANSWER_MS = 30_000;

/** An action that is being asked for: of which registration, as it stood then, and with what texts. */
export interface Asked {
  /** Another one for every opening of the dialog. */
  readonly turn: number;
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
  readonly draft: Draft;
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

/**
 * An operator's action from the question to its outcome. The screens show it at once; a failure takes it back, and
 * opens the dialog again with what was written and what went wrong.
 */
export function useActionFlow(): ActionFlow {
  const user = useUser();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const latest = useRef(asked);
  latest.current = asked;
  const here = useIsHere();
  const turns = useRef(0);
  const sending = useRef(new Map<string, Draft>());
  const kept = ({ registration, action }: Of): KeptDraft =>
    keptDraft(user?.id ?? '', registration.id, action);
  const show = (next: Omit<Asked, 'turn'>) => {
    turns.current += 1;
    setAsked({ ...next, turn: turns.current });
  };
  const succeed = (attempt: Asked) => {
    // What was typed for the next one since stays.
    if (sameText(kept(attempt).read(), attempt.draft)) kept(attempt).clear();
    notify.success(t.done);
  };
  const fail = (error: Error, attempt: Asked) => {
    const refusal = sentenceOf(error);
    const since = kept(attempt).read();
    const draft = sameText(since, attempt.draft) ? since : joined(attempt.draft, since);
    kept(attempt).save(draft);
    const now = latest.current;
    // Whoever has left, or begun something else, is not interrupted; the text waits where it was written.
    if (!here.current || (now !== null && keyOf(now) !== keyOf(attempt)))
      return notify.error(t.failed, refusal);
    notify.error(t.failed, isOffline(error) ? t.offlineShort : undefined);
    const fields = error instanceof HttpError ? error.fields : {};
    show({ ...attempt, draft, recovered: false, refusal, fields });
  };
  const run = useMutation({
    // Offline it fails at once, and does not wait to be sent on its own some time.
    networkMode: 'always',
    mutationFn: send,
    onMutate: (attempt: Asked) => {
      sending.current.set(keyOf(attempt), attempt.draft);
      const { registration, action } = attempt;
      const becomes = acted(registration, action, user ?? null, new Date());
      return applyGuess(client, { root: STAFF_REGISTRATIONS, id: registration.id, becomes });
    },
    onSuccess: (_answer, attempt) => succeed(attempt),
    onError: async (error, attempt, undo) => {
      undo?.();
      const found = mayHaveChanged(error) ? await lookAgain(client, attempt.registration.id) : null;
      if (found !== null && wasDone(attempt, found, user?.id)) succeed(attempt);
      else fail(error, attempt);
    },
    onSettled: (_answer, _error, attempt) => {
      sending.current.delete(keyOf(attempt));
      return refreshAll(client);
    },
  });
  return {
    asked,
    ask: (registration, action) => {
      const why = whyUnavailable(registration, action, user?.id);
      if (why !== null) return notify.error(t.unavailable, why);
      const of = { registration, action };
      const found = kept(of).read();
      const draft = sameText(found, sending.current.get(keyOf(of)) ?? NO_TEXT) ? NO_TEXT : found;
      show({ ...of, draft, recovered: hasText(draft), refusal: null, fields: {} });
    },
    close: () => setAsked(null),
    keep: (draft) => asked !== null && kept(asked).save(draft),
    confirm: (draft, seen) => {
      if (asked === null) return;
      setAsked(null);
      run.mutate({ ...asked, registration: seen, draft });
    },
  };
}

/** Whether the screen that asked is still there. */
function useIsHere(): RefObject<boolean> {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}

type Of = Pick<Asked, 'registration' | 'action'>;
const keyOf = ({ registration, action }: Of): string => `${registration.id} ${action}`;

function send({ registration, action, draft }: Asked): Promise<StaffRegistration> {
  const body: OperatorActionBody = { action, ...draft, expectedStatus: registration.status };
  return request('PATCH', `/api/registrations/${registration.id}/operator-action`, {
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

const isSlow = (error: Error): boolean => error.name === 'TimeoutError';
const isOffline = (error: Error): boolean => !(error instanceof HttpError) && !isSlow(error);

function sentenceOf(error: Error): string {
  if (isSlow(error)) return t.slow;
  return isOffline(error) ? t.offline : messageOf(error, t.failedText);
}

/** No answer, a server in trouble, or somebody who was faster: the record may be another by now. */
const mayHaveChanged = (error: Error): boolean =>
  !(error instanceof HttpError) || error.status === 409 || error.status >= 500;

/** The registration and its history as they are; null when they cannot be had. */
async function lookAgain(client: QueryClient, id: string): Promise<Aftermath | null> {
  const fresh = { staleTime: 0, networkMode: 'always' } as const;
  try {
    const [now, history] = await Promise.all([
      client.fetchQuery({ ...queuedRegistrationQuery(id), ...fresh }),
      client.fetchQuery({ ...staffHistoryQuery(id), ...fresh }),
    ]);
    return { now, history };
  } catch {
    return null;
  }
}

function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [root] }) =>
      typeof root === 'string' && (root === STAFF_REGISTRATIONS || root.startsWith('/api/admin/')),
  });
}
