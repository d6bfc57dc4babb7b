import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamListener } from './event-stream.ts';
import { followSharedStream, LEADER_TIMEOUT_MS } from './shared-stream.ts';

/** The open streams, each represented by the listener of its tab. */
const openStreams = new Set<StreamListener>();
const openFakeStream = (_userId: string, listener: StreamListener) => {
  openStreams.add(listener);
  return () => void openStreams.delete(listener);
};
const closeTabs: (() => void)[] = [];

type LockHolder = { release: () => void; steal: (error: Error) => void };

/** A fake Web Lock, exclusive mode only. */
function createLock() {
  let holder: LockHolder | undefined;
  const queue: (() => void)[] = [];
  const passLockOn = () => {
    holder = undefined;
    queue.shift()?.();
  };
  const acquire = (callback: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const newHolder: LockHolder = { release: resolve, steal: reject };
      holder = newHolder;
      void callback().then(() => {
        resolve();
        if (holder === newHolder) passLockOn();
      });
    });
  return (options: LockOptions, callback: () => Promise<void>): Promise<void> => {
    if (options.steal) {
      holder?.steal(new DOMException('stolen', 'AbortError'));
      return acquire(callback);
    }
    if (holder === undefined) return acquire(callback);
    return new Promise((resolve, reject) => {
      const takeTurn = () => void acquire(callback).then(resolve, reject);
      queue.push(takeTurn);
      options.signal?.addEventListener('abort', () => {
        const index = queue.indexOf(takeTurn);
        if (index >= 0) queue.splice(index, 1);
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

/** A fake BroadcastChannel: delivers messages synchronously to the other channels of the same name. */
class FakeBroadcastChannel {
  static all = new Set<FakeBroadcastChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeBroadcastChannel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const channel of FakeBroadcastChannel.all) {
      if (channel !== this && channel.name === this.name) channel.onmessage?.({ data });
    }
  }
  close(): void {
    FakeBroadcastChannel.all.delete(this);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: createLocks() });
  vi.stubGlobal('BroadcastChannel', FakeBroadcastChannel);
});
afterEach(async () => {
  for (const close of closeTabs.splice(0)) close();
  await vi.advanceTimersByTimeAsync(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function openTab(userId = 'ana') {
  const openings: boolean[] = [];
  const received: string[] = [];
  const close = followSharedStream(
    userId,
    {
      onOpen: (isReconnect) => void openings.push(isReconnect),
      onEvent: (name, data) => void (name !== 'ping' && received.push(`${name} ${data}`)),
      isStillSignedIn: async () => true,
    },
    openFakeStream,
  );
  closeTabs.push(close);
  await vi.advanceTimersByTimeAsync(0);
  return { openings, received, close };
}
const onlyStream = () => {
  expect(openStreams.size).toBe(1);
  const [stream] = openStreams;
  if (!stream) throw new Error('no open stream');
  return stream;
};

describe('the tabs of one user', () => {
  it('the tabs share one stream and its events, and a joining tab learns that the stream is open', async () => {
    const tabs = [await openTab(), await openTab(), await openTab()];
    onlyStream().onOpen(false, 0);
    expect(tabs.map(({ openings }) => openings)).toEqual([[false], [true], [true]]);
    const lateTab = await openTab();
    expect(lateTab.openings).toEqual([false]);
    expect(tabs.map(({ openings }) => openings.length)).toEqual([1, 1, 1]);
    onlyStream().onEvent('queue', '{}');
    expect([...tabs, lateTab].map(({ received }) => received)).toEqual(Array(4).fill(['queue {}']));
  });

  it('a tab receives no events of another user', async () => {
    await openTab('ana');
    const otherUsersTab = await openTab('bia');
    expect(openStreams.size).toBe(2);
    for (const stream of openStreams) stream.onEvent('queue', '{}');
    expect(otherUsersTab.received).toEqual(['queue {}']);
  });

  it('the other tabs keep receiving events when the tab with the stream is closed', async () => {
    const first = await openTab();
    const second = await openTab();
    const firstStream = onlyStream();
    first.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(onlyStream()).not.toBe(firstStream);
    onlyStream().onOpen(false, 0);
    onlyStream().onEvent('queue', '{}');
    expect([second.openings, second.received]).toEqual([[false], ['queue {}']]);
  });

  it('another tab opens a stream when the tab with the stream stops forwarding events', async () => {
    const first = await openTab();
    const second = await openTab();
    const third = await openTab();
    const silentStream = onlyStream();
    silentStream.onOpen(false, 0);
    for (let round = 0; round < 10; round += 1) {
      await vi.advanceTimersByTimeAsync(LEADER_TIMEOUT_MS - 1);
      silentStream.onEvent('ping', '{}');
    }
    expect(onlyStream()).toBe(silentStream);
    await vi.advanceTimersByTimeAsync(LEADER_TIMEOUT_MS * 1.5);
    const newStream = onlyStream();
    expect(newStream).not.toBe(silentStream);
    newStream.onOpen(false, 0);
    newStream.onEvent('queue', '{}');
    expect([first, second, third].map(({ received }) => received)).toEqual(Array(3).fill(['queue {}']));
  });

  it('each tab opens its own stream if the browser has no Web Locks', async () => {
    vi.stubGlobal('navigator', {});
    await openTab();
    await openTab();
    expect(openStreams.size).toBe(2);
  });
});
