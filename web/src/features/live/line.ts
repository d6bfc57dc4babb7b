import { EVENT_NAMES, type EventName, PING_MS, parseEvent } from '@g2/gateway/contract/events';
import { eventRoutes } from '@g2/gateway/contract/routes/events';

/** A stream without any event for this time counts as dead, even if the browser reports it as open, ms. */
export const SILENCE_MS = 3 * PING_MS;

export interface Listener {
  /**
   * The stream is open for this user. `again`: it has reconnected or needed several attempts. `quietMs`: time without
   * any event before it opened, ms.
   */
  readonly onOpen: (again: boolean, quietMs: number) => void;
  readonly onEvent: (name: EventName, data: string) => void;
  /** Called after a refusal or another user's id: whether this user is still signed in. */
  readonly isStillHere: () => Promise<boolean>;
}

/** Follows GET /api/events until the returned function is called; reconnects when the stream breaks or is silent. */
export function openLine(userId: string, listener: Listener): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasOpen = false;
  let closed = false;

  const hangUp = () => {
    clearTimeout(watchdog);
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const tryLater = (then: () => void) => {
    hangUp();
    if (closed) return;
    failures += 1;
    // EventSource reconnects without back-off, and stops after a refusal.
    retry = setTimeout(then, backOff(failures, Math.random()));
  };
  const isAlive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => tryLater(connect), SILENCE_MS);
  };
  const connect = () => {
    if (closed || source !== undefined) return;
    const events = new EventSource(eventRoutes.followEvents.path, { withCredentials: true });
    source = events;
    let isOpen = false;
    isAlive();
    const receive = (name: EventName, data: string) => {
      if (source !== events) return;
      isAlive();
      const ping = name === 'ping' ? parseEvent(name, data) : undefined;
      if (name === 'ping' && ping?.userId !== userId) return tryLater(askFirst);
      if (ping !== undefined && !isOpen) {
        isOpen = true;
        listener.onOpen(wasOpen || failures > 0, ping.quietMs ?? 0);
        wasOpen = true;
        failures = 0;
      }
      listener.onEvent(name, data);
    };
    for (const name of EVENT_NAMES) {
      events.addEventListener(name, ({ data }: MessageEvent<string>) => receive(name, data));
    }
    events.onerror = () => {
      if (source === events) tryLater(events.readyState === EventSource.CLOSED ? askFirst : connect);
    };
  };
  const askFirst = () => {
    listener.isStillHere().then((isHere) => isHere && connect(), connect);
  };
  // A stream opened before the network loss is probably dead, and events of the meantime are lost.
  const onOnline = () => {
    hangUp();
    connect();
  };
  window.addEventListener('online', onOnline);
  connect();
  return () => {
    closed = true;
    window.removeEventListener('online', onOnline);
    hangUp();
  };
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Delay before the next attempt after `failures` (from 1) in a row, ms: doubles each time, up to 30 s. `chance` (0 to
 * 1) spreads it over the upper half, so that not all clients reconnect to a restarted server at once.
 */
export function backOff(failures: number, chance: number): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.round(longest * (0.5 + chance / 2));
}
