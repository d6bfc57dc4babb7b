import type { EventName } from '@g2/gateway/contract/events';
import { newIdempotencyKey } from '../../lib/idempotency.ts';
import { type Listener, openLine } from './line.ts';

/**
 * A tab that receives nothing for this time takes the lead, ms. Each tab waits up to half as long again at random, so
 * that only one takes it. The leader detects a silent stream earlier and reconnects.
 */
export const PATIENCE_MS = 60_000;

/** Messages between the tabs of one user. */
type TabMessage =
  | { readonly kind: 'joined'; readonly from: string }
  | { readonly kind: 'leads' }
  /** The stream is open: for all tabs (null), or for the tab that has just joined. */
  | { readonly kind: 'opened'; readonly to: string | null }
  | { readonly kind: 'heard'; readonly name: EventName; readonly data: string };

/**
 * One event stream for all tabs of a user, because a browser has few connections per server (six with HTTP/1.1): the
 * tab with the lock opens it and forwards its events. A closed leader frees the lock; from a hanging or silent one it
 * is stolen. Without locks or channels, each tab has its own.
 */
export function followShared(userId: string, listener: Listener, open = openLine): () => void {
  // The Web Locks API exists on secure origins only.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined || typeof BroadcastChannel === 'undefined') return open(userId, listener);

  const name = `g2-live:${userId}`;
  const me = newIdempotencyKey();
  const channel = new BroadcastChannel(name);
  const post = (message: TabMessage) => channel.postMessage(message);
  let patience: ReturnType<typeof setTimeout> | undefined;
  let stands = false;
  /** Whether this tab has followed a stream before; one that it opens itself is then a reconnect. */
  let followed = false;
  /** Aborts the current role of this tab: leader, or candidate for the lock. */
  let part = new AbortController();

  const wait = () => {
    clearTimeout(patience);
    patience = setTimeout(() => candidate(locks, true), PATIENCE_MS * (1 + Math.random() / 2));
  };
  const candidate = (from: LockManager, takes: boolean) => {
    part.abort();
    const mine = new AbortController();
    part = mine;
    from
      .request(name, takes ? { steal: true } : { signal: mine.signal }, () => lead(mine.signal))
      .catch((error: unknown) => {
        if (mine.signal.aborted) return;
        // Another tab has stolen the lock, or the browser forbids locks here.
        const isTaken = error instanceof DOMException && error.name === 'AbortError';
        wait();
        if (isTaken) candidate(from, false);
        else void lead(mine.signal);
      });
  };
  const lead = (signal: AbortSignal) =>
    new Promise<void>((release) => {
      if (signal.aborted) return release();
      clearTimeout(patience);
      post({ kind: 'leads' });
      const hangUp = open(userId, {
        ...listener,
        onOpen: (again, quietMs) => {
          stands = true;
          post({ kind: 'opened', to: null });
          listener.onOpen(again || followed, quietMs);
          followed = true;
        },
        onEvent: (event, data) => {
          post({ kind: 'heard', name: event, data });
          listener.onEvent(event, data);
        },
      });
      signal.addEventListener('abort', () => {
        stands = false;
        hangUp();
        release();
      });
    });

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'joined') {
      if (stands) post({ kind: 'opened', to: message.from });
      return;
    }
    if (!stands) wait();
    if (message.kind === 'opened' && (message.to === null || message.to === me)) {
      listener.onOpen(message.to === null, 0);
      followed = true;
    }
    if (message.kind === 'heard') listener.onEvent(message.name, message.data);
  };
  post({ kind: 'joined', from: me });
  wait();
  candidate(locks, false);
  return () => {
    clearTimeout(patience);
    part.abort();
    channel.close();
  };
}
