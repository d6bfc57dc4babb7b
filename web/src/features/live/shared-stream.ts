import type { EventName } from '@g2/gateway/contract/events';
import { newIdempotencyKey } from '../../lib/idempotency.ts';
import { openEventStream, type StreamListener } from './event-stream.ts';

/**
 * A tab that receives nothing for this time takes the lead, ms. Each tab waits up to half as long again at random, so
 * that only one takes it. The leader detects a silent stream earlier and reconnects.
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
 * One event stream for all tabs of a user, because a browser has few connections per server (six with HTTP/1.1): the
 * tab with the lock opens it and forwards its events. A closed leader frees the lock; from a hanging or silent one it
 * is stolen. Without locks or channels, each tab has its own.
 */
export function followSharedStream(
  userId: string,
  listener: StreamListener,
  open = openEventStream,
): () => void {
  // The Web Locks API exists on secure origins only.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined || typeof BroadcastChannel === 'undefined') return open(userId, listener);

  const name = `g2-live:${userId}`;
  const tabId = newIdempotencyKey();
  const channel = new BroadcastChannel(name);
  const post = (message: TabMessage) => channel.postMessage(message);
  let leaderTimer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  /** Whether this tab has followed a stream before; one that it opens itself is then a reconnect. */
  let hasFollowed = false;
  /** Aborts the current role of this tab: leader, or candidate for the lock. */
  let role = new AbortController();

  const wait = () => {
    clearTimeout(leaderTimer);
    leaderTimer = setTimeout(() => requestLead(locks, true), LEADER_TIMEOUT_MS * (1 + Math.random() / 2));
  };
  const requestLead = (from: LockManager, steals: boolean) => {
    role.abort();
    const ownRole = new AbortController();
    role = ownRole;
    from
      .request(name, steals ? { steal: true } : { signal: ownRole.signal }, () => lead(ownRole.signal))
      .catch((error: unknown) => {
        if (ownRole.signal.aborted) return;
        // Another tab has stolen the lock, or the browser forbids locks here.
        const isTaken = error instanceof DOMException && error.name === 'AbortError';
        wait();
        if (isTaken) requestLead(from, false);
        else void lead(ownRole.signal);
      });
  };
  const lead = (signal: AbortSignal) =>
    new Promise<void>((release) => {
      if (signal.aborted) return release();
      clearTimeout(leaderTimer);
      post({ kind: 'leads' });
      const closeStream = open(userId, {
        ...listener,
        onOpen: (again, quietMs) => {
          isOpen = true;
          post({ kind: 'opened', to: null });
          listener.onOpen(again || hasFollowed, quietMs);
          hasFollowed = true;
        },
        onEvent: (event, data) => {
          post({ kind: 'event', name: event, data });
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
      if (isOpen) post({ kind: 'opened', to: message.from });
      return;
    }
    if (!isOpen) wait();
    if (message.kind === 'opened' && (message.to === null || message.to === tabId)) {
      listener.onOpen(message.to === null, 0);
      hasFollowed = true;
    }
    if (message.kind === 'event') listener.onEvent(message.name, message.data);
  };
  post({ kind: 'joined', from: tabId });
  wait();
  requestLead(locks, false);
  return () => {
    clearTimeout(leaderTimer);
    role.abort();
    channel.close();
  };
}
