import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingStep, UNDO_MS } from './pending-step.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begun() {
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
  it('is sent exactly once when its time is over', () => {
    const { pending, sent, shown } = begun();
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

  it('is never sent after undo', () => {
    const { pending, sent } = begun();
    pending.hold('a');
    expect([pending.undo(), pending.undo()]).toEqual(['a', null]);
    pending.flush('leaving');
    vi.advanceTimersByTime(2 * UNDO_MS);
    expect(sent).toEqual([]);
  });

  it('is sent at once when another step is held, which gets its own time', () => {
    const { pending, sent, shown } = begun();
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
