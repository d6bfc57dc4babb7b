import type { Decision } from '@g2/terms/decision';

export type ObjectState = 'stored' | 'attached' | 'releasing' | 'released';

/**
 * What is said of an object. `attach`: registration's event that a registration has it. `keep` and `release`:
 * registration's answer when it was asked, whether it holds the object or is done with it. `removed`: this service's own
 * word once the bytes are gone. That an event let go of it is no word: registration is asked then.
 */
export type Word = 'attach' | 'keep' | 'release' | 'removed';

const TRANSITIONS: Record<Word, Partial<Record<ObjectState, ObjectState>>> = {
  attach: { stored: 'attached' },
  keep: { stored: 'attached', releasing: 'attached' },
  release: { stored: 'releasing', attached: 'releasing' },
  removed: { releasing: 'released' },
};

/** An object as its rules see it. */
export type Life = { state: ObjectState; releasedAt: Date | null };

/** Nobody else is told of an object. */
export type Decided = Decision<Life, never>;

/** What a word makes of an object. Words come twice, late and out of order: one that no longer fits changes nothing. */
export function hear(life: Life, word: Word, now: Date): Decided {
  const state = TRANSITIONS[word][life.state] ?? life.state;
  if (state === life.state) return { next: life, facts: [] };
  return { next: { state, releasedAt: state === 'released' ? now : null }, facts: [] };
}
