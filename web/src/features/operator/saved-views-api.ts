import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import { queueViewRoutes } from '@g2/gateway/contract/routes/queue-views';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { IntentKey } from '../../lib/idempotency.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';

const KEY = [STAFF_REGISTRATIONS, 'views'] as const;

/** The user's saved views by name, with their counts. */
export const savedViewsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) =>
    (await call(queueViewRoutes.listQueueViews, { query: { limit: MAX_PAGE_SIZE }, signal })).items,
});

export type ViewChange =
  | { readonly kind: 'save'; readonly name: string; readonly query: string }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'update'; readonly id: string; readonly query: string }
  | { readonly kind: 'remove'; readonly id: string };

export function useViewChange() {
  const client = useQueryClient();
  const [intent] = useState(() => new IntentKey());
  return useMutation({
    mutationFn: (change: ViewChange) => carryOut(change, intent),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

async function carryOut(change: ViewChange, intent: IntentKey): Promise<void> {
  switch (change.kind) {
    case 'save': {
      const body = { name: change.name, query: change.query };
      await intent.run(body, (idempotencyKey) =>
        call(queueViewRoutes.saveQueueView, { body, idempotencyKey }),
      );
      return;
    }
    case 'rename':
      await call(queueViewRoutes.changeQueueView, { params: { id: change.id }, body: { name: change.name } });
      return;
    case 'update':
      await call(queueViewRoutes.changeQueueView, {
        params: { id: change.id },
        body: { query: change.query },
      });
      return;
    case 'remove':
      await call(queueViewRoutes.removeQueueView, { params: { id: change.id } });
  }
}
