import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notify } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { targetStatus } from './availability.ts';
import { texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';

const t = texts.undo;
const UPDATE_INTERVAL_MS = 250;

/** Bar with the action that is not sent yet, the seconds left to undo it, and the undo button. */
export function UndoBar({ flow: { heldStep, undo } }: { flow: ActionFlow }) {
  const undoStep = () => {
    const undone = undo();
    if (undone !== null) notify.success(t.undone, t.undoneText(undone.registration.title));
  };
  useShortcuts({ z: heldStep === null ? undefined : undoStep });
  const step = heldStep?.step;
  const nextStatus = step === undefined ? null : targetStatus(step.registration.status, step.action);
  // At the bottom of the screen; on a phone below the header, because the panel's buttons are at the bottom.
  return (
    <div
      className="fixed z-400 inset-x-3 top-18 tablet:top-auto tablet:bottom-4 flex pointer-events-none"
      role="status"
      aria-label={t.label}
    >
      {heldStep !== null && (
        <div className="g2-panel g2-spread max-w-140 py-2 pr-3 pl-4 shadow-(--mantine-shadow-md) text-sm pointer-events-auto">
          <span className="min-w-0 wrap-anywhere">
            {nextStatus !== null && t.announcements[nextStatus]?.(heldStep.step.registration.title)}{' '}
            {/* Hidden from screen readers, because they would announce the countdown every second. */}
            <span className="font-bold tabular-nums whitespace-nowrap" aria-hidden>
              <Seconds until={heldStep.until} />
            </span>
          </span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-keyshortcuts="z"
            onClick={undoStep}
          >
            {t.undo}
          </Button>
        </div>
      )}
    </div>
  );
}

function Seconds({ until }: { until: number }) {
  const secondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(secondsLeft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the countdown restarts only if the end time changes.
  useEffect(() => {
    setSeconds(secondsLeft());
    const timer = setInterval(() => setSeconds(secondsLeft()), UPDATE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [until]);
  return t.inSeconds(seconds);
}
