import type { EventName } from '@g2/gateway/contract/events';
import { newIdempotencyKey } from '../../lib/idempotency.ts';
import { openEventStream, type StreamListener } from './event-stream.ts';

/**
 * A tab that receives nothing from the leader for this time takes the lead, ms. Each tab adds a random delay of up to
 * half this time, so that only one takes the lead. The leader itself notices a silent stream earlier and reconnects.
 */
export const LEADER_TIMEOUT_MS = 60_000;

/** Messages between the tabs of one user. */
type TabMessage =
  | { readonly kind: 'joined'; readonly from: string }
  | { readonly kind: 'leads' }
  /** The stream is open: for all tabs (null), or for the tab that has just joined. */
  | { readonly kind: 'opened'; readonly to: string | null }
  | { readonly kind: 'event'; readonly name: EventName; readonly data: string };

/**
 * One event stream for all tabs of a user, because a browser has few connections per server (six with HTTP/1.1). The
 * tab that holds a Web Lock is the leader: it opens the stream and forwards the events. A closed tab releases the lock;
 * another tab steals it from a hanging or silent leader. Without Web Locks or BroadcastChannel, each tab has a stream.
 */
export function followSharedStream(
  userId: string,
  listener: StreamListener,
  openStream = openEventStream,
): () => void {
  // The Web Locks API exists on secure origins only.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined || typeof BroadcastChannel === 'undefined') return openStream(userId, listener);

  const lockName = `g2-live:${userId}`;
  const tabId = newIdempotencyKey();
  const channel = new BroadcastChannel(lockName);
  const postToTabs = (message: TabMessage) => channel.postMessage(message);
  let leaderTimer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  /** Whether this tab has received events before. If it then opens a stream itself, that is a reconnect. */
  let hasFollowed = false;
  /** Ends the current role of this tab: leader, or waiting for the lock. */
  let currentRole = new AbortController();

  const restartLeaderTimer = () => {
    clearTimeout(leaderTimer);
    leaderTimer = setTimeout(() => requestLead(locks, true), LEADER_TIMEOUT_MS * (1 + Math.random() / 2));
  };
  const requestLead = (lockManager: LockManager, mustSteal: boolean) => {
    currentRole.abort();
    const ownRole = new AbortController();
    currentRole = ownRole;
    lockManager
      .request(lockName, mustSteal ? { steal: true } : { signal: ownRole.signal }, () => lead(ownRole.signal))
      .catch((error: unknown) => {
        if (ownRole.signal.aborted) return;
        // Another tab has stolen the lock, or the browser forbids locks here.
        const isStolen = error instanceof DOMException && error.name === 'AbortError';
        restartLeaderTimer();
        if (isStolen) requestLead(lockManager, false);
        else void lead(ownRole.signal);
      });
  };
  const lead = (signal: AbortSignal) =>
    new Promise<void>((release) => {
      if (signal.aborted) return release();
      clearTimeout(leaderTimer);
      postToTabs({ kind: 'leads' });
      const closeStream = openStream(userId, {
        ...listener,
        onOpen: (isReconnect, quietMs) => {
          isOpen = true;
          postToTabs({ kind: 'opened', to: null });
          listener.onOpen(isReconnect || hasFollowed, quietMs);
          hasFollowed = true;
        },
        onEvent: (event, data) => {
          postToTabs({ kind: 'event', name: event, data });
          listener.onEvent(event, data);
        },
      });
      signal.addEventListener('abort', () => {
        isOpen = false;
        closeStream();
        release();
      });
    });

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'joined') {
      if (isOpen) postToTabs({ kind: 'opened', to: message.from });
      return;
    }
    if (!isOpen) restartLeaderTimer();
    if (message.kind === 'opened' && (message.to === null || message.to === tabId)) {
      listener.onOpen(message.to === null, 0);
      hasFollowed = true;
    }
    if (message.kind === 'event') listener.onEvent(message.name, message.data);
  };
  postToTabs({ kind: 'joined', from: tabId });
  restartLeaderTimer();
  requestLead(locks, false);
  return () => {
    clearTimeout(leaderTimer);
    currentRole.abort();
    channel.close();
  };
}
