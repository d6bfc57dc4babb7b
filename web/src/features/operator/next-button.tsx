import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { Button } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { notify } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { queuedRegistrationQuery } from './api.ts';
import { refreshAll } from './carry-out.ts';
import type { QueueView } from './queue.ts';
import { texts } from './texts.ts';

const t = texts.take;

/** Assigns to the user, and opens, the unassigned registration that waits longest in the selected jurisdiction. */
export function NextButton({ jurisdiction }: Pick<QueueView, 'jurisdiction'>) {
  const client = useQueryClient();
  const key = useIntentKey();
  const { open } = useIdParam('open');
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = jurisdiction === '' ? {} : { jurisdiction };
      return key.run(body, (idempotencyKey) => call(operatorRoutes.takeNext, { body, idempotencyKey }));
    },
    onSuccess: (taken) => {
      client.setQueryData(queuedRegistrationQuery(taken.id).queryKey, taken);
      open(taken.id);
      notify.success(t.taken, taken.title);
    },
    onError: (error) => notify.error(t.nextFailed, messageOf(error, t.failedText)),
    // Not awaited: the button becomes usable again before the refetch ends.
    onSettled: () => void refreshAll(client),
  });
  useShortcuts({ p: isPending ? undefined : () => mutate() });
  return (
    <Button
      size="sm"
      loading={isPending}
      leftSection={<IconPlayerTrackNext size={17} aria-hidden />}
      aria-keyshortcuts="p"
      title={t.nextHint}
      onClick={() => mutate()}
    >
      {t.next}
    </Button>
  );
}
