import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('react');
  vi.resetModules();
});

it('the first render already has the settings from localStorage', async () => {
  const storedSettings = { rows: 25, advance: true, last: '?tab=paid' };
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(storedSettings) });
  vi.doMock('react', async (importOriginal) => ({
    ...(await importOriginal<typeof import('react')>()),
    useSyncExternalStore: (_subscribe: unknown, snapshot: () => unknown) => snapshot(),
  }));
  vi.resetModules();
  const { useQueueSettings } = await import('./queue-settings.ts');
  expect(useQueueSettings()).toMatchObject(storedSettings);
});
