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
let ends: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  // Outside a browser the library neither retries nor refetches by itself.
  environmentManager.setIsServer(() => false);
  client = createQueryClient();
  client.mount();
  ends = [];
});
afterEach(() => {
  for (const end of ends) end();
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
  ends.push(observer.subscribe(() => undefined));
  return { call, observer };
}

const comeBack = async (): Promise<void> => {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(1_000);
};

describe('a query that has been read', () => {
  it('[cache-defaults] is never refetched by itself, and failures are final', async () => {
    const { call, observer } = watch(async () => 'read');
    await vi.advanceTimersByTimeAsync(LONG);
    await comeBack();
    expect([call.mock.calls.length, observer.getCurrentResult().isStale]).toEqual([1, false]);
    watch(async () => 'by another screen');
    await vi.advanceTimersByTimeAsync(LONG);
    expect(call).toHaveBeenCalledTimes(1);
    // Even a stale query is not refetched by itself.
    await client.invalidateQueries({ refetchType: 'none' });
    await comeBack();
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
  it('[cache-mutations] is sent once, whatever its outcome', async () => {
    const send = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const mutation = new MutationObserver(client, { mutationFn: send });
    const failure = mutation.mutate().catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(LONG);
    expect(await failure).toBe('Failed to fetch');
    expect(send).toHaveBeenCalledTimes(1);
  });
});
