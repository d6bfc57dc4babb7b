import { reasonCalls } from '@g2/gateway/contract/gen/calls/reasons';
import type { AddReasonBody, ChangeReasonBody } from '@g2/gateway/contract/reasons';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { notify } from '../../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

export const keptReasonsQuery = queryOptions({
  queryKey: [reasonCalls.listKeptReasons.path],
  queryFn: async ({ signal }) => (await call(reasonCalls.listKeptReasons, { signal })).items,
});

/** A change of a reason, or a new reason if `id` is null. `done` is the toast's text on success. */
interface ReasonChange {
  readonly id: string | null;
  readonly body: ChangeReasonBody & Partial<AddReasonBody>;
  readonly done: string;
}

/** Changes the ready reasons; requests run one after another. */
export function useChangeReason(onDone: () => void = () => undefined) {
  const client = useQueryClient();
  const key = useIntentKey();
  return useMutation({
    scope: { id: 'reasons' },
    mutationFn: async ({ id, body }: ReasonChange) => {
      if (id !== null) return call(reasonCalls.changeReason, { params: { id }, body });
      const words = { title: body.title ?? '', text: body.text ?? '' };
      return key.run(words, (idempotencyKey) => call(reasonCalls.addReason, { body: words, idempotencyKey }));
    },
    onSuccess: (_reason, { done }) => {
      notify.success(done);
      onDone();
    },
    onError: (error) => notify.error(t.changeFailed, reasonOf(error, t.changeFailedText)),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [root] }) =>
          root === reasonCalls.listKeptReasons.path || root === reasonCalls.listReasons.path,
      }),
  });
}
