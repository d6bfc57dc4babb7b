import { EVENT_NAMES, type EventName, PING_MS, parseEvent } from '@g2/gateway/contract/events';
import { eventCalls } from '@g2/gateway/contract/gen/calls/events';

/** A stream without any event for this time counts as dead, even if the browser reports it as open, ms. */
export const SILENCE_LIMIT_MS = 3 * PING_MS;

export interface StreamListener {
  /**
   * The stream is open for this user. `again`: after a reconnect or failed attempts. `quietMs`: time without any event
   * before it opened, ms.
   */
  readonly onOpen: (again: boolean, quietMs: number) => void;
  readonly onEvent: (name: EventName, data: string) => void;
  /** Called after a refusal or another user's id: whether this user is still signed in. */
  readonly isStillSignedIn: () => Promise<boolean>;
}

/** Follows GET /api/events until the returned function is called; reconnects when the stream breaks or is silent. */
export function openEventStream(userId: string, listener: StreamListener): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasOpen = false;
  let closed = false;

  const closeStream = () => {
    clearTimeout(watchdog);
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const retryLater = (then: () => void) => {
    closeStream();
    if (closed) return;
    failures += 1;
    // EventSource reconnects without back-off, and stops after a refusal.
    retry = setTimeout(then, retryDelay(failures, Math.random()));
  };
  const restartWatchdog = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => retryLater(connect), SILENCE_LIMIT_MS);
  };
  const connect = () => {
    if (closed || source !== undefined) return;
    const events = new EventSource(eventCalls.followEvents.path, { withCredentials: true });
    source = events;
    let isOpen = false;
    restartWatchdog();
    const receive = (name: EventName, data: string) => {
      if (source !== events) return;
      restartWatchdog();
      const ping = name === 'ping' ? parseEvent(name, data) : undefined;
      if (name === 'ping' && ping?.userId !== userId) return retryLater(checkUserFirst);
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
      if (source === events) retryLater(events.readyState === EventSource.CLOSED ? checkUserFirst : connect);
    };
  };
  const checkUserFirst = () => {
    listener.isStillSignedIn().then((isSignedIn) => isSignedIn && connect(), connect);
  };
  // A stream opened before the network loss is probably dead, and events of the meantime are lost.
  const onOnline = () => {
    closeStream();
    connect();
  };
  window.addEventListener('online', onOnline);
  connect();
  return () => {
    closed = true;
    window.removeEventListener('online', onOnline);
    closeStream();
  };
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Delay before the next attempt after `failures` (from 1) in a row, ms: doubles each time, up to 30 s. `chance` (0 to
 * 1) spreads it over the upper half, so that not all clients reconnect to a restarted server at once.
 */
export function retryDelay(failures: number, chance: number): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return Math.round(longest * (0.5 + chance / 2));
}
