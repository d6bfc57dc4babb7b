import type { WebhookEvent } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { notify } from '../../../ui/toast-store.ts';
import { useReplay } from './api.ts';
import classes from './payments.module.css';
import { texts } from './texts.ts';

interface ReplayButtonProps {
  readonly event: WebhookEvent;
  readonly replays: ReadonlyMap<string, Replay>;
  readonly replay: (id: string) => void;
}

export function ReplayButton({ event, replays, replay }: ReplayButtonProps) {
  if (event.status === 'processed') return null;
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={texts.events.replayOf(event.eventType, event.paymentIntentId ?? event.id)}
      loading={replays.get(event.id)?.step === 'running'}
      onClick={() => replay(event.id)}
    >
      {texts.events.replay}
    </Button>
  );
}

/** Shown in the row, because a toast would be gone when the admin looks at the next row. */
export function ReplayOutcome({ replay }: { replay: Replay }) {
  const { running, applied, again } = texts.replay;
  if (replay.step === 'running') return <span className={classes.fault}>{running}</span>;
  const failed = replay.step === 'failed';
  const Icon = failed ? IconAlertTriangle : IconCircleCheck;
  return (
    <span className={classes.outcome} data-failed={failed || undefined}>
      <Icon size={16} aria-hidden />
      <span>{failed ? again(replay.why) : applied}</span>
    </span>
  );
}

export type Replay =
  | { readonly step: 'running' | 'applied' }
  | { readonly step: 'failed'; readonly why: string };

/** Replays of events. Each has its own state, so a slow one does not block the others. */
export function useReplays() {
  const [replays, setReplays] = useState<ReadonlyMap<string, Replay>>(new Map());
  const { mutateAsync } = useReplay();
  const note = (id: string, replay: Replay) => setReplays((current) => new Map(current).set(id, replay));
  const run = async (id: string) => {
    note(id, { step: 'running' });
    try {
      note(id, announce(await mutateAsync(id)));
    } catch (error) {
      const why = reasonOf(error, texts.replay.failedText);
      notify.error(texts.replay.failed, why);
      note(id, { step: 'failed', why });
    }
  };
  return { replays, replay: (id: string) => void run(id) };
}

function announce(event: WebhookEvent): Replay {
  const { done, doneText, refused, refusedText } = texts.replay;
  if (event.status !== 'failed') {
    notify.success(done, doneText);
    return { step: 'applied' };
  }
  const why = event.errorMessage ?? refusedText;
  notify.error(refused, why);
  return { step: 'failed', why };
}
