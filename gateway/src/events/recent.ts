import type { Session } from '../sessions.ts';

/** Whose sessions are told of something. */
export type Audience = (session: Session) => boolean;

/** So much that happened is remembered; of what was before, nothing is known. */
const MOST = 1_000;
/** Nobody is told of more quiet, ms: how busy the whole house is, is no stranger's to know. */
const LONGEST_MS = 60_000;

export type Recent = {
  /** Something happens that these are told of. */
  add(audience: Audience): void;
  /** What happened until now may have passed unseen. */
  lost(): void;
  /** For how long, ms, up to a minute, nothing has happened that this session would have been told of, as far as is known. */
  quietMs(session: Session): number;
};

/**
 * Remembers whom what happened lately concerned: whoever began to read after that, and follows from now on, has missed
 * nothing.
 * @param now ms on a clock that only goes forward
 */
export function createRecent(now: () => number = () => performance.now()): Recent {
  let since = now();
  let told: { at: number; audience: Audience }[] = [];
  return {
    add(audience) {
      told.push({ at: now(), audience });
      if (told.length > MOST) since = told.shift()?.at ?? since;
    },
    lost() {
      told = [];
      since = now();
    },
    quietMs(session) {
      const last = told.findLast(({ audience }) => audience(session));
      return Math.min(LONGEST_MS, Math.floor(now() - (last?.at ?? since)));
    },
  };
}
