export type ObjectState = 'stored' | 'attached' | 'releasing' | 'released';

/**
 * What is said of an object: registration attached it to a registration, released it, or gave its ticket up;
 * `removed` is this service's own word once the bytes are gone.
 */
export type Word = 'attach' | 'release' | 'expire' | 'removed';

const TRANSITIONS: Record<Word, Partial<Record<ObjectState, ObjectState>>> = {
  attach: { stored: 'attached' },
  release: { stored: 'releasing', attached: 'releasing' },
  // Evidence stays: an expired ticket says nothing about an object that was attached.
  expire: { stored: 'releasing' },
  removed: { releasing: 'released' },
};

/** The state after a word. Words come twice, late and out of order: one that no longer fits changes nothing. */
export const after = (state: ObjectState, word: Word): ObjectState => TRANSITIONS[word][state] ?? state;
