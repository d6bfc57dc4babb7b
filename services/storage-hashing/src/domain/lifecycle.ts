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

/** The state after a word. Words come twice, late and out of order: one that no longer fits changes nothing. */
export const after = (state: ObjectState, word: Word): ObjectState => TRANSITIONS[word][state] ?? state;
