import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefreshes } from './refreshes.ts';

let client: QueryClient;
let fetchCount = 0;
let unsubscribe: () => void = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  client = new QueryClient();
  fetchCount = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['/api/operator/x'],
    queryFn: async () => ++fetchCount,
  });
  unsubscribe = observer.subscribe(() => {});
  // The stream opens two seconds after the page was loaded.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetchCount).toBe(1);
});
afterEach(() => {
  unsubscribe();
  vi.useRealTimers();
});

const fetchesAfterOpen = async (isReconnect: boolean, quietMs: number): Promise<number> => {
  const refreshes = createRefreshes(client, () => {});
  const earlierCount = fetchCount;
  refreshes.onOpen(isReconnect, quietMs);
  await vi.advanceTimersByTimeAsync(1_000);
  refreshes.stop();
  return fetchCount - earlierCount;
};

it('[refreshes-quiet] refetches nothing if no event has occurred since the page started', async () => {
  expect(await fetchesAfterOpen(false, 12_001)).toBe(0);
});

it('[refreshes-slept] refetches after the machine has slept, even if one clock stopped meanwhile', async () => {
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  expect(await fetchesAfterOpen(false, 1_200_000)).toBe(1);
});

it('[refreshes-missed] refetches when an event may have been missed, and after every reconnect', async () => {
  expect(await fetchesAfterOpen(false, 1_500)).toBe(1);
  expect(await fetchesAfterOpen(false, 11_000)).toBe(1);
  expect(await fetchesAfterOpen(false, 0)).toBe(1);
  expect(await fetchesAfterOpen(true, 3_600_000)).toBe(1);
});
