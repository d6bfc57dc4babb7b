import {
  environmentManager,
  focusManager,
  MutationObserver,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './failures.ts';

/** Longer than any timer of the library, but short enough for the hourly timers of other modules. */
const LONG_TIME_MS = 3_600_000;
let client: QueryClient;
let unsubscribers: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  // The library retries and refetches automatically only in a browser.
  environmentManager.setIsServer(() => false);
  client = createQueryClient();
  client.mount();
  unsubscribers = [];
});
afterEach(() => {
  for (const end of unsubscribers) end();
  client.unmount();
  client.clear();
  focusManager.setFocused(undefined);
  environmentManager.setIsServer(() => typeof window === 'undefined');
  vi.useRealTimers();
});

/** Observes a query; `call` counts the requests. */
function observeQuery(answer: () => Promise<string>) {
  const call = vi.fn(answer);
  const observer = new QueryObserver(client, { queryKey: ['/api/something'], queryFn: call });
  unsubscribers.push(observer.subscribe(() => undefined));
  return { call, observer };
}

const refocusWindow = async (): Promise<void> => {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(1_000);
};

describe('a query', () => {
  it('[cache-defaults] is never refetched automatically, and is not retried after a failure', async () => {
    const { call, observer } = observeQuery(async () => 'read');
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);
    await refocusWindow();
    expect([call.mock.calls.length, observer.getCurrentResult().isStale]).toEqual([1, false]);
    observeQuery(async () => 'by another screen');
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);
    expect(call).toHaveBeenCalledTimes(1);
    // Even a stale query is not refetched automatically.
    await client.invalidateQueries({ refetchType: 'none' });
    await refocusWindow();
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);
    expect(call).toHaveBeenCalledTimes(1);

    client.clear();
    const failing = observeQuery(() => Promise.reject(new Error('no')));
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);
    expect([failing.call.mock.calls.length, failing.observer.getCurrentResult().status]).toEqual([
      1,
      'error',
    ]);
  });
});

describe('a mutation', () => {
  it('[cache-mutations] is sent once, even if it fails', async () => {
    const send = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const mutation = new MutationObserver(client, { mutationFn: send });
    const failure = mutation.mutate().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(LONG_TIME_MS);
    expect(await failure).toBe('Failed to fetch');
    expect(send).toHaveBeenCalledTimes(1);
  });
});
