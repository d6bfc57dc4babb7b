import { useEffect, useRef, useState } from 'react';
import { onSigningOut } from '../../lib/pending-work.ts';
import type { Attempt } from './action-outcome.ts';
import { type Held, PendingStep, type Sent } from './pending-step.ts';

/**
 * The step that can still be undone. It is sent when its time is over, when another step starts, and when the user
 * leaves the page, closes the tab or signs out.
 * @param run sends the step, synchronously when the page closes (`isLeaving`)
 * @param onDue called with a step that was sent because its time was over
 */
export function useHeldStep(
  run: (attempt: Attempt, isLeaving: boolean) => Promise<unknown>,
  onDue: (attempt: Attempt) => void,
) {
  const [held, setHeld] = useState<Held<Attempt> | null>(null);
  const latest = useRef({ run, onDue });
  latest.current = { run, onDue };
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const ref = useRef<PendingStep<Attempt>>(null);
  ref.current ??= new PendingStep<Attempt>((attempt, why: Sent) => {
    sent.current = latest.current.run(attempt, why === 'leaving');
    if (why === 'due') latest.current.onDue(attempt);
  }, setHeld);
  const pending = ref.current;
  useEffect(() => {
    const leave = () => pending.flush('leaving');
    window.addEventListener('pagehide', leave);
    const forget = onSigningOut(() => {
      leave();
      return sent.current;
    });
    return () => {
      window.removeEventListener('pagehide', leave);
      forget();
      pending.flush('early');
    };
  }, [pending]);
  return {
    held,
    hold: (attempt: Attempt) => pending.hold(attempt),
    undo: () => pending.undo(),
    flush: (why: Sent) => pending.flush(why),
  };
}
