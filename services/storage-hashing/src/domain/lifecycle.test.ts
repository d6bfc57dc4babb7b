import { expect, it } from 'vitest';
import { applyTransition, type ObjectState, type Transition } from './lifecycle.ts';

const now = new Date('2026-11-21T12:00:00Z');
const after = (state: ObjectState, word: Transition): ObjectState =>
  applyTransition({ state, releasedAt: null }, word, now).next.state;

const states: ObjectState[] = ['stored', 'attached', 'releasing', 'released'];
const table: Record<Transition, ObjectState[]> = {
  attach: ['attached', 'attached', 'releasing', 'released'],
  keep: ['attached', 'attached', 'attached', 'released'],
  release: ['releasing', 'releasing', 'releasing', 'released'],
  removed: ['stored', 'attached', 'released', 'released'],
};

it.each(Object.entries(table) as [Transition, ObjectState[]][])(
  'the transition %s leads from each state to the expected one',
  (word, expected) => {
    expect(states.map((state) => after(state, word))).toEqual(expected);
  },
);

it('never brings back a released object, in any order of transitions', () => {
  const words: Transition[] = ['attach', 'keep', 'release', 'removed'];
  for (const first of words) {
    for (const second of words) expect(after(after('released', first), second)).toBe('released');
  }
});

it('only the transition release starts the removal of an object', () => {
  for (const word of ['attach', 'keep', 'removed'] as const) {
    expect(after('stored', word)).not.toBe('releasing');
    expect(after('attached', word)).toBe('attached');
  }
});

it('keeps the time of release and returns the same object when nothing changes', () => {
  const gone = applyTransition({ state: 'releasing', releasedAt: null }, 'removed', now);
  expect(gone).toEqual({ next: { state: 'released', releasedAt: now }, facts: [] });
  const again = applyTransition(gone.next, 'removed', new Date());
  expect(again.facts).toEqual([]);
  expect(again.next).toBe(gone.next);
  expect(applyTransition({ state: 'stored', releasedAt: null }, 'attach', now).next.releasedAt).toBeNull();
});
