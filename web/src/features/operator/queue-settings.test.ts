import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('react');
  vi.resetModules();
});

it('has the stored settings as soon as its module is loaded', async () => {
  const kept = { rows: 25, advance: true, last: '?tab=paid' };
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) });
  vi.doMock('react', async (original) => ({
    ...(await original<typeof import('react')>()),
    useSyncExternalStore: (_subscribe: unknown, snapshot: () => unknown) => snapshot(),
  }));
  vi.resetModules();
  const { useQueueSettings } = await import('./queue-settings.ts');
  expect(useQueueSettings()).toMatchObject(kept);
});
