import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingStep, UNDO_MS } from './pending-step.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createPending() {
  const sent: [string, string][] = [];
  const shown: (string | null)[] = [];
  const pending: PendingStep<string> = new PendingStep(
    (step, why) => {
      sent.push([step, why]);
      // The callback calls `flush` again, which must not send the step twice.
      pending.flush('early');
    },
    (held) => shown.push(held?.step ?? null),
  );
  return { pending, sent, shown };
}

describe('a delayed step that can be undone', () => {
  it('sends a delayed step exactly once when its time is over', () => {
    const { pending, sent, shown } = createPending();
    pending.hold('a');
    expect(pending.held).toEqual({ step: 'a', until: Date.now() + UNDO_MS });
    vi.advanceTimersByTime(UNDO_MS - 1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([['a', 'due']]);
    pending.flush('leaving');
    vi.advanceTimersByTime(UNDO_MS);
    expect([sent, shown, pending.held]).toEqual([[['a', 'due']], ['a', null], null]);
  });

  it('never sends a step that was undone', () => {
    const { pending, sent } = createPending();
    pending.hold('a');
    expect([pending.undo(), pending.undo()]).toEqual(['a', null]);
    pending.flush('leaving');
    vi.advanceTimersByTime(2 * UNDO_MS);
    expect(sent).toEqual([]);
  });

  it('sends a delayed step at once when another one is delayed, with its own time', () => {
    const { pending, sent, shown } = createPending();
    pending.hold('a');
    vi.advanceTimersByTime(UNDO_MS - 1);
    pending.hold('b');
    expect(sent).toEqual([['a', 'early']]);
    vi.advanceTimersByTime(UNDO_MS - 1);
    expect(sent).toHaveLength(1);
    pending.flush('leaving');
    expect(sent.at(-1)).toEqual(['b', 'leaving']);
    expect(shown).toEqual(['a', null, 'b', null]);
  });
});
