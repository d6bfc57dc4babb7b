import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefreshes } from './refreshes.ts';

let client: QueryClient;
let reads = 0;
let leave: () => void = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  client = new QueryClient();
  reads = 0;
  const list = new QueryObserver(client, { queryKey: ['/api/operator/x'], queryFn: async () => ++reads });
  leave = list.subscribe(() => {});
  // The page is two seconds old when the stream opens.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reads).toBe(1);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const readsAfter = async (again: boolean, quietMs: number): Promise<number> => {
  const refreshes = createRefreshes(client, () => {});
  const before = reads;
  refreshes.onOpen(again, quietMs);
  await vi.advanceTimersByTimeAsync(1_000);
  refreshes.stop();
  return reads - before;
};

it('[refreshes-quiet] refetches nothing if no event has occurred since the page started', async () => {
  expect(await readsAfter(false, 12_001)).toBe(0);
});

it('[refreshes-slept] refetches after the machine has slept, even if one of its clocks stopped', async () => {
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  expect(await readsAfter(false, 1_200_000)).toBe(1);
});

it('[refreshes-missed] refetches when an event may have been missed, and after every reconnect', async () => {
  expect(await readsAfter(false, 1_500)).toBe(1);
  expect(await readsAfter(false, 11_000)).toBe(1);
  expect(await readsAfter(false, 0)).toBe(1);
  expect(await readsAfter(true, 3_600_000)).toBe(1);
});
