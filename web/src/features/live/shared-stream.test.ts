import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamListener } from './event-stream.ts';
import { followSharedStream, LEADER_TIMEOUT_MS } from './shared-stream.ts';

/** The open streams, each by the listener of its tab. */
const lines = new Set<StreamListener>();
const open = (_user: string, listener: StreamListener) => {
  lines.add(listener);
  return () => void lines.delete(listener);
};
const tabs: (() => void)[] = [];

type Held = { release: () => void; stolen: (error: Error) => void };

/** A fake Web Lock, exclusive mode only. */
function createLock() {
  let held: Held | undefined;
  const queue: (() => void)[] = [];
  const next = () => {
    held = undefined;
    queue.shift()?.();
  };
  const take = (callback: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const mine: Held = { release: resolve, stolen: reject };
      held = mine;
      void callback().then(() => {
        resolve();
        if (held === mine) next();
      });
    });
  return (options: LockOptions, callback: () => Promise<void>): Promise<void> => {
    if (options.steal) {
      held?.stolen(new DOMException('stolen', 'AbortError'));
      return take(callback);
    }
    if (held === undefined) return take(callback);
    return new Promise((resolve, reject) => {
      const turn = () => void take(callback).then(resolve, reject);
      queue.push(turn);
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(turn);
        if (at >= 0) queue.splice(at, 1);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  };
}

function createLocks() {
  const locks = new Map<string, ReturnType<typeof createLock>>();
  return {
    request(name: string, options: LockOptions, callback: () => Promise<void>): Promise<void> {
      const lock = locks.get(name) ?? createLock();
      locks.set(name, lock);
      return lock(options, callback);
    },
  };
}

/** A fake BroadcastChannel that delivers synchronously to the others with its name. */
class Channel {
  static all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    Channel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const one of Channel.all) if (one !== this && one.name === this.name) one.onmessage?.({ data });
  }
  close(): void {
    Channel.all.delete(this);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: createLocks() });
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(async () => {
  for (const leave of tabs.splice(0)) leave();
  await vi.advanceTimersByTimeAsync(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function tab(userId = 'ana') {
  const openings: boolean[] = [];
  const received: string[] = [];
  const leave = followSharedStream(
    userId,
    {
      onOpen: (again) => void openings.push(again),
      onEvent: (name, data) => void (name !== 'ping' && received.push(`${name} ${data}`)),
      isStillSignedIn: async () => true,
    },
    open,
  );
  tabs.push(leave);
  await vi.advanceTimersByTimeAsync(0);
  return { openings, received, leave };
}
const theLine = () => {
  expect(lines.size).toBe(1);
  const [line] = lines;
  if (!line) throw new Error('no line');
  return line;
};

describe('the tabs of one user', () => {
  it('tabs share one stream and its events, and refetch on joining and reconnecting', async () => {
    const all = [await tab(), await tab(), await tab()];
    theLine().onOpen(false, 0);
    expect(all.map(({ openings }) => openings)).toEqual([[false], [true], [true]]);
    const late = await tab();
    expect(late.openings).toEqual([false]);
    expect(all.map(({ openings }) => openings.length)).toEqual([1, 1, 1]);
    theLine().onEvent('queue', '{}');
    expect([...all, late].map(({ received }) => received)).toEqual(Array(4).fill(['queue {}']));
  });

  it('a tab receives no events of another user', async () => {
    await tab('ana');
    const other = await tab('bia');
    expect(lines.size).toBe(2);
    for (const line of lines) line.onEvent('queue', '{}');
    expect(other.received).toEqual(['queue {}']);
  });

  it('the other tabs keep receiving events when the tab with the stream is closed', async () => {
    const first = await tab();
    const second = await tab();
    const old = theLine();
    first.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(theLine()).not.toBe(old);
    theLine().onOpen(false, 0);
    theLine().onEvent('queue', '{}');
    expect([second.openings, second.received]).toEqual([[false], ['queue {}']]);
  });

  it('another tab opens the stream when the tab with the stream falls silent', async () => {
    const first = await tab();
    const second = await tab();
    const third = await tab();
    const dead = theLine();
    dead.onOpen(false, 0);
    for (let n = 0; n < 10; n += 1) {
      await vi.advanceTimersByTimeAsync(LEADER_TIMEOUT_MS - 1);
      dead.onEvent('ping', '{}');
    }
    expect(theLine()).toBe(dead);
    await vi.advanceTimersByTimeAsync(LEADER_TIMEOUT_MS * 1.5);
    const alive = theLine();
    expect(alive).not.toBe(dead);
    alive.onOpen(false, 0);
    alive.onEvent('queue', '{}');
    expect([first, second, third].map(({ received }) => received)).toEqual(Array(3).fill(['queue {}']));
  });

  it('each tab has a stream of its own if the browser has no Web Locks', async () => {
    vi.stubGlobal('navigator', {});
    await tab();
    await tab();
    expect(lines.size).toBe(2);
  });
});
