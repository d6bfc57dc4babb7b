import type { Session } from '../sessions.ts';

export type Audience = (session: Session) => boolean;

/** Maximum number of remembered events; older ones are forgotten. */
const MOST = 1_000;
/** Longest quiet time that is reported, ms, so that it does not reveal how busy the service is. */
const LONGEST_MS = 60_000;

export type Recent = {
  add(audience: Audience): void;
  reset(): void;
  /** Time since the last known event for this session, ms; at most one minute. */
  quietMs(session: Session): number;
};

/** Remembers which sessions the recent events concerned. @param now monotonic clock, ms */
export function createRecent(now: () => number = () => performance.now()): Recent {
  let since = now();
  let events: { at: number; audience: Audience }[] = [];
  return {
    add(audience) {
      events.push({ at: now(), audience });
      if (events.length > MOST) since = events.shift()?.at ?? since;
    },
    reset() {
      events = [];
      since = now();
    },
    quietMs(session) {
      const last = events.findLast(({ audience }) => audience(session));
      return Math.min(LONGEST_MS, Math.floor(now() - (last?.at ?? since)));
    },
  };
}
