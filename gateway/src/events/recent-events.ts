import type { Session } from '../sessions.ts';

/** Selects the sessions an event concerns. */
export type Audience = (session: Session) => boolean;

/** Number of remembered events; earlier ones are unknown. */
const MOST = 1_000;
/** Upper bound of a reported quiet time, ms: it must not reveal how busy the service is. */
const LONGEST_MS = 60_000;

export type Recent = {
  add(audience: Audience): void;
  reset(): void;
  /** Ms without an event for this session, as far as known; at most one minute. */
  quietMs(session: Session): number;
};

/** Remembers the audience of recent events. @param now monotonic clock, ms */
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
