import { EVENT_NAMES, type EventName, PING_MS, parseEvent } from '@g2/gateway/contract/events';
import { eventCalls } from '@g2/gateway/contract/gen/calls/events';

/** A stream that sends no event for this time is treated as broken, even if the browser reports it as open, ms. */
export const SILENCE_LIMIT_MS = 3 * PING_MS;

export interface StreamListener {
  /**
   * Called when the stream has opened for this user. `isReconnect`: it was open before, or earlier attempts failed.
   * `quietMs`: time since the latest event of any kind, ms.
   */
  readonly onOpen: (isReconnect: boolean, quietMs: number) => void;
  readonly onEvent: (name: EventName, data: string) => void;
  /** Whether this user is still signed in. Called when the server refuses the stream or opens another user's. */
  readonly isStillSignedIn: () => Promise<boolean>;
}

/** Follows GET /api/events until the returned function is called; reconnects when the stream breaks or is silent. */
export function openEventStream(userId: string, listener: StreamListener): () => void {
  let source: EventSource | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let watchdogTimer: ReturnType<typeof setTimeout> | undefined;
  let failureCount = 0;
  let wasOpen = false;
  let isClosed = false;

  const closeStream = () => {
    clearTimeout(watchdogTimer);
    clearTimeout(retryTimer);
    source?.close();
    source = undefined;
  };
  const retryLater = (reconnect: () => void) => {
    closeStream();
    if (isClosed) return;
    failureCount += 1;
    // EventSource itself reconnects without back-off, and does not reconnect after a refusal.
    retryTimer = setTimeout(reconnect, retryDelay(failureCount, Math.random()));
  };
  const restartWatchdog = () => {
    clearTimeout(watchdogTimer);
    watchdogTimer = setTimeout(() => retryLater(connect), SILENCE_LIMIT_MS);
  };
  const connect = () => {
    if (isClosed || source !== undefined) return;
    const events = new EventSource(eventCalls.followEvents.path, { withCredentials: true });
    source = events;
    let isOpen = false;
    restartWatchdog();
    const receive = (name: EventName, data: string) => {
      if (source !== events) return;
      restartWatchdog();
      const ping = name === 'ping' ? parseEvent(name, data) : undefined;
      if (name === 'ping' && ping?.userId !== userId) return retryLater(connectIfStillSignedIn);
      if (ping !== undefined && !isOpen) {
        isOpen = true;
        listener.onOpen(wasOpen || failureCount > 0, ping.quietMs ?? 0);
        wasOpen = true;
        failureCount = 0;
      }
      listener.onEvent(name, data);
    };
    for (const name of EVENT_NAMES) {
      events.addEventListener(name, ({ data }: MessageEvent<string>) => receive(name, data));
    }
    events.onerror = () => {
      if (source !== events) return;
      retryLater(events.readyState === EventSource.CLOSED ? connectIfStillSignedIn : connect);
    };
  };
  const connectIfStillSignedIn = () => {
    listener.isStillSignedIn().then((isSignedIn) => isSignedIn && connect(), connect);
  };
  // After a network loss, the stream is probably dead, and events may be lost.
  const onOnline = () => {
    closeStream();
    connect();
  };
  window.addEventListener('online', onOnline);
  connect();
  return () => {
    isClosed = true;
    window.removeEventListener('online', onOnline);
    closeStream();
  };
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Delay before the next attempt after `failureCount` failures in a row (at least 1), ms. It doubles with each failure,
 * up to 30 s. `random` (0 to 1) shortens it by up to half, so that clients do not all reconnect at the same time.
 */
export function retryDelay(failureCount: number, random: number): number {
  const maxDelay = Math.min(FIRST_RETRY_MS * 2 ** (failureCount - 1), MAX_RETRY_MS);
  return Math.round(maxDelay * (0.5 + random / 2));
}
