import { afterEach, expect, it, vi } from 'vitest';
import type { queueSettings } from './queue-settings.ts';

afterEach(() => vi.unstubAllGlobals());

/** A copy of the module: the query makes it another one, because test files share loaded modules. */
const COPY = './queue-settings.ts?stored';

it('the first render already has the settings from localStorage', async () => {
  const storedSettings = { rows: 25, advance: true, last: '?tab=paid' };
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(storedSettings) });
  const copy: { queueSettings: typeof queueSettings } = await import(COPY);
  expect(copy.queueSettings()).toMatchObject(storedSettings);
});
