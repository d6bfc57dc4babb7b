import type { WebhookEvent } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './payments.module.css';
import { texts } from './texts.ts';
import type { Replay } from './use-replays.ts';

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

/** In the row itself: the toast is gone when one looks at the next row. */
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
