import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notify } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { targetOf } from './availability.ts';
import { texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';

const t = texts.undo;
const TICK_MS = 250;

/** The action that waits to be sent, the seconds left, and the undo button. */
export function UndoBar({ flow: { held, undo } }: { flow: ActionFlow }) {
  const takeBack = () => {
    const step = undo();
    if (step !== null) notify.success(t.undone, t.undoneText(step.registration.title));
  };
  useShortcuts({ z: held === null ? undefined : takeBack });
  const target = held === null ? null : targetOf(held.step.registration.status, held.step.action);
  // Below the list, beside the panel's buttons; on a phone, where those are at the bottom, below the header.
  return (
    <div
      className="fixed z-400 inset-x-3 top-18 tablet:top-auto tablet:bottom-4 flex pointer-events-none"
      role="status"
      aria-label={t.label}
    >
      {held !== null && (
        <div className="g2-panel g2-spread max-w-140 py-2 pr-3 pl-4 shadow-(--mantine-shadow-md) text-sm pointer-events-auto">
          <span className="min-w-0 wrap-anywhere">
            {target !== null && t.waits[target]?.(held.step.registration.title)}{' '}
            {/* Hidden from screen readers, which would announce the countdown every second. */}
            <span className="font-bold tabular-nums whitespace-nowrap" aria-hidden>
              <Seconds until={held.until} />
            </span>
          </span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-keyshortcuts="z"
            onClick={takeBack}
          >
            {t.undo}
          </Button>
        </div>
      )}
    </div>
  );
}

function Seconds({ until }: { until: number }) {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another end is another count.
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return t.inSeconds(seconds);
}
