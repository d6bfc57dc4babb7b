import { expect } from 'vitest';
import { collectDownloads } from './client.ts';

/** The name of the file that the page downloads during `action`; nothing is saved. */
export async function downloadedName(action: () => Promise<void>): Promise<string | undefined> {
  const names = collectDownloads();
  await action();
  await expect.poll(() => names).toHaveLength(1);
  return names[0];
}
