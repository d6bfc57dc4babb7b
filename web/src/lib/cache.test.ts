import {
  environmentManager,
  focusManager,
  MutationObserver,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './failures.ts';

/** Longer than any timer of the library. Not a day: timers of other tests on this fake clock would run for too long. */
const LONG = 3_600_000;
let client: QueryClient;
let unsubscribers: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  // Outside a browser the library neither retries nor refetches by itself.
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
function watch(answer: () => Promise<string>) {
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

describe('a query that has been read', () => {
  it('[cache-defaults] never refetches a query by itself, and does not retry a failed one', async () => {
    const { call, observer } = watch(async () => 'read');
    await vi.advanceTimersByTimeAsync(LONG);
    await refocusWindow();
    expect([call.mock.calls.length, observer.getCurrentResult().isStale]).toEqual([1, false]);
    watch(async () => 'by another screen');
    await vi.advanceTimersByTimeAsync(LONG);
    expect(call).toHaveBeenCalledTimes(1);
    // Even a stale query is not refetched by itself.
    await client.invalidateQueries({ refetchType: 'none' });
    await refocusWindow();
    await vi.advanceTimersByTimeAsync(LONG);
    expect(call).toHaveBeenCalledTimes(1);

    client.clear();
    const failing = watch(() => Promise.reject(new Error('no')));
    await vi.advanceTimersByTimeAsync(LONG);
    expect([failing.call.mock.calls.length, failing.observer.getCurrentResult().status]).toEqual([
      1,
      'error',
    ]);
  });
});

describe('a mutation', () => {
  it('[cache-mutations] sends a mutation once, even when it fails', async () => {
    const send = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const mutation = new MutationObserver(client, { mutationFn: send });
    const failure = mutation.mutate().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(LONG);
    expect(await failure).toBe('Failed to fetch');
    expect(send).toHaveBeenCalledTimes(1);
  });
});
