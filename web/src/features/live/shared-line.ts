import type { EventName } from '@g2/gateway/contract/events';
import { newIdempotencyKey } from '../../lib/idempotency.ts';
import { type Listener, openLine } from './line.ts';

/**
 * A tab that has heard nothing for so long takes the lead, ms; each waits up to half as long again, so that one does it.
 * The leader itself gives a silent line up sooner, and takes it up again.
 */
export const PATIENCE_MS = 60_000;

/** What tabs of one user say to each other. */
type TabMessage =
  | { readonly kind: 'joined'; readonly from: string }
  | { readonly kind: 'leads' }
  /** The line stands: for all, or for the one tab that has just joined. */
  | { readonly kind: 'opened'; readonly to: string | null }
  | { readonly kind: 'heard'; readonly name: EventName; readonly data: string };

/**
 * One line for all tabs of this user in this browser, which has few connections to a server (six, by HTTP/1.1): the tab
 * that holds the lock has it and passes on what it hears. A leader that is closed leaves the lock to the next; from one
 * that hangs or hears nothing it is taken. Without locks or channels, each tab has its own.
 */
export function followShared(userId: string, listener: Listener, open = openLine): () => void {
  // Locks exist on secure origins only.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined || typeof BroadcastChannel === 'undefined') return open(userId, listener);

  const name = `g2-live:${userId}`;
  const me = newIdempotencyKey();
  const channel = new BroadcastChannel(name);
  const post = (message: TabMessage) => channel.postMessage(message);
  let patience: ReturnType<typeof setTimeout> | undefined;
  let stands = false;
  /** This tab has been told of a line before: one that it opens itself comes after that. */
  let followed = false;
  /** Ends what this tab now is: the one in the lead, or in the queue for it. */
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
        // Another tab took it; or the browser forbids locks here.
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
