import type { Decision } from '@g2/terms/decision';

export type ObjectState = 'stored' | 'attached' | 'releasing' | 'released';

/**
 * attach: registration.file_attached. keep, release: registration's response. removed: the bytes are gone. A release
 * event is no transition: it only makes registration be queried.
 */
export type Word = 'attach' | 'keep' | 'release' | 'removed';

const TRANSITIONS: Record<Word, Partial<Record<ObjectState, ObjectState>>> = {
  attach: { stored: 'attached' },
  keep: { stored: 'attached', releasing: 'attached' },
  release: { stored: 'releasing', attached: 'releasing' },
  removed: { releasing: 'released' },
};

export type Life = { state: ObjectState; releasedAt: Date | null };

export type Decided = Decision<Life, never>;

/** Idempotent: a transition that does not apply changes nothing, since events arrive repeated and out of order. */
export function hear(life: Life, word: Word, now: Date): Decided {
  const state = TRANSITIONS[word][life.state] ?? life.state;
  if (state === life.state) return { next: life, facts: [] };
  return { next: { state, releasedAt: state === 'released' ? now : null }, facts: [] };
}
