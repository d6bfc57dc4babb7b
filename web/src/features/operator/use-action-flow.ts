import type { OperatorActionBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { type OperatorAction, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { HttpError, messageOf, request } from '../../lib/http.ts';
import { applyGuess } from '../../lib/optimistic.ts';
import { useUser } from '../../lib/session.ts';
import { STAFF_REGISTRATIONS, staffHistoryQuery } from '../../lib/staff-registrations.ts';
import { SYSTEM } from '../../ui/status-history.tsx';
import { notify } from '../../ui/toast-store.ts';
import { acted } from './acted.ts';
import { queuedRegistrationQuery } from './api.ts';
import { whyUnavailable } from './availability.ts';
import { texts } from './texts.ts';

const t = texts.actions;

export interface Draft {
  readonly reason: string;
  readonly notes: string;
}

/** An action that is being asked for: of which registration, as it stood then, and with what texts. */
export interface Asked {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
  readonly draft: Draft;
  /** Why the server refused it the last time, and the texts it refused. */
  readonly refusal: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ActionFlow {
  readonly asked: Asked | null;
  /** Opens the dialog, or says why the action is not possible now. */
  readonly ask: (registration: StaffRegistration, action: OperatorAction) => void;
  readonly close: () => void;
  readonly confirm: (draft: Draft) => void;
}

const EMPTY: Draft = { reason: '', notes: '' };

/**
 * An operator's action from the question to its outcome. The screens show it at once; a refusal takes it back, says
 * what the server said, and opens the dialog again with what was written.
 */
export function useActionFlow(): ActionFlow {
  const userId = useUser()?.id;
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = useMutation({
    mutationFn: ({ registration, action, draft }: Asked) => {
      const body: OperatorActionBody = { action, ...draft, expectedStatus: registration.status };
      return request<StaffRegistration>('PATCH', `/api/registrations/${registration.id}/operator-action`, {
        body,
      });
    },
    onMutate: ({ registration, action }) =>
      applyGuess(client, {
        root: STAFF_REGISTRATIONS,
        id: registration.id,
        becomes: acted(registration, action, new Date()),
      }),
    onSuccess: () => notify.success(t.done),
    onError: async (error, attempt, undo) => {
      undo?.();
      const refusal = await explain(client, error, attempt.registration.id);
      notify.error(t.failed, refusal);
      if (!(error instanceof HttpError)) return;
      const registration = client.getQueryData(queuedRegistrationQuery(attempt.registration.id).queryKey);
      setAsked((now) =>
        // Whoever has begun something else is not interrupted.
        now === null
          ? { ...attempt, registration: registration ?? attempt.registration, refusal, fields: error.fields }
          : now,
      );
    },
    onSettled: () => refreshAll(client),
  });
  return {
    asked,
    ask: (registration, action) => {
      const why = whyUnavailable(registration, action, userId);
      if (why !== null) return notify.error(t.unavailable, why);
      setAsked({ registration, action, draft: EMPTY, refusal: null, fields: {} });
    },
    close: () => setAsked(null),
    confirm: (draft) => {
      if (asked === null) return;
      setAsked(null);
      run.mutate({ ...asked, draft });
    },
  };
}

/** The server's message; after a conflict also what the registration is now, and by whom. */
async function explain(client: QueryClient, error: Error, id: string): Promise<string> {
  const message = messageOf(error, t.failedText);
  if (!(error instanceof HttpError) || error.status !== 409) return message;
  try {
    const [now, history] = await Promise.all([
      client.fetchQuery({ ...queuedRegistrationQuery(id), staleTime: 0 }),
      client.fetchQuery({ ...staffHistoryQuery(id), staleTime: 0 }),
    ]);
    const by = history.at(-1)?.changedByName ?? SYSTEM;
    return `${message} ${t.nowBy(STATUS_NAMES[now.status], by, formatDateTime(now.statusUpdatedAt))}`;
  } catch {
    return message;
  }
}

function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [root] }) =>
      typeof root === 'string' && (root === STAFF_REGISTRATIONS || root.startsWith('/api/admin/')),
  });
}
