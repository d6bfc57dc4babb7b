import type { WebhookEvent } from '@g2/gateway/contract/payments';
import { useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { notify } from '../../../ui/toast-store.ts';
import { useReplay } from './api.ts';
import { texts } from './texts.ts';

/** Where a replay stands: under way, its effect applied, or why not. */
export type Replay =
  | { readonly step: 'running' | 'applied' }
  | { readonly step: 'failed'; readonly why: string };

/** Replays of events, each with its own outcome: one that takes long does not keep the others waiting. */
export function useReplays() {
  const [replays, setReplays] = useState<ReadonlyMap<string, Replay>>(new Map());
  const { mutateAsync } = useReplay();
  const note = (id: string, replay: Replay) => setReplays((current) => new Map(current).set(id, replay));
  const run = async (id: string) => {
    note(id, { step: 'running' });
    try {
      note(id, told(await mutateAsync(id)));
    } catch (error) {
      const why = reasonOf(error, texts.replay.failedText);
      notify.error(texts.replay.failed, why);
      note(id, { step: 'failed', why });
    }
  };
  return { replays, replay: (id: string) => void run(id) };
}

function told(event: WebhookEvent): Replay {
  const { done, doneText, refused, refusedText } = texts.replay;
  if (event.status !== 'failed') {
    notify.success(done, doneText);
    return { step: 'applied' };
  }
  const why = event.errorMessage ?? refusedText;
  notify.error(refused, why);
  return { step: 'failed', why };
}
