import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingStep, UNDO_MS } from './pending-step.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createPendingStep() {
  const sentSteps: [string, string][] = [];
  const heldSteps: (string | null)[] = [];
  const pending: PendingStep<string> = new PendingStep(
    (step, reason) => {
      sentSteps.push([step, reason]);
      // The callback calls `flush` again, which must not send the step twice.
      pending.flush('early');
    },
    (held) => heldSteps.push(held?.step ?? null),
  );
  return { pending, sentSteps, heldSteps };
}

describe('a delayed step that can be undone', () => {
  it('is sent exactly once when the undo time is over', () => {
    const { pending, sentSteps, heldSteps } = createPendingStep();
    pending.hold('a');
    expect(pending.held).toEqual({ step: 'a', until: Date.now() + UNDO_MS });
    vi.advanceTimersByTime(UNDO_MS - 1);
    expect(sentSteps).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sentSteps).toEqual([['a', 'due']]);
    pending.flush('leaving');
    vi.advanceTimersByTime(UNDO_MS);
    expect([sentSteps, heldSteps, pending.held]).toEqual([[['a', 'due']], ['a', null], null]);
  });

  it('is never sent after it was undone', () => {
    const { pending, sentSteps } = createPendingStep();
    pending.hold('a');
    expect([pending.undo(), pending.undo()]).toEqual(['a', null]);
    pending.flush('leaving');
    vi.advanceTimersByTime(2 * UNDO_MS);
    expect(sentSteps).toEqual([]);
  });

  it('is sent at once when another step is delayed; the other step has its own undo time', () => {
    const { pending, sentSteps, heldSteps } = createPendingStep();
    pending.hold('a');
    vi.advanceTimersByTime(UNDO_MS - 1);
    pending.hold('b');
    expect(sentSteps).toEqual([['a', 'early']]);
    vi.advanceTimersByTime(UNDO_MS - 1);
    expect(sentSteps).toHaveLength(1);
    pending.flush('leaving');
    expect(sentSteps.at(-1)).toEqual(['b', 'leaving']);
    expect(heldSteps).toEqual(['a', null, 'b', null]);
  });
});
