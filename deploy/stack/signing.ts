import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFree } from '@g2/kit/testing-ports';
import { type Files, lastUrl, openFolder } from '@g2/test-authority/folder';
import type { Settings } from './settings.ts';

/** The test authority: where it keeps its keys, where it answers. */
export type TestAuthority = { folder: string; url: string; files: Files };

/**
 * Makes the test authority's keys where the stack has no certificate of its own, before who signs by them starts.
 * @returns undefined where one's own certificate signs
 */
export async function openTestAuthority(
  { signing, dataDir }: Settings,
  port: number,
): Promise<TestAuthority | undefined> {
  if (signing) return undefined;
  const folder = join(dataDir, 'test-authority');
  // The one of last time where it is free: certificates name it, and what was signed meanwhile is raised by what is there.
  const before = lastUrl(folder);
  const url = before && (await isFree(Number(new URL(before).port))) ? before : `http://127.0.0.1:${port}`;
  const { files } = await openFolder({ folder, baseUrl: url, at: new Date() });
  return { folder, url, files };
}

/** What the certificate service is given: two authorities, by keys of their own. */
export const signingEnv = ({ url, files }: TestAuthority): Record<string, string> => ({
  TSA_URLS: `${url}/carimbo/1,${url}/carimbo/2`,
  TSA_ROOTS_FILE: files.tsaRoots,
  SIGNING_P12_FILE: files.p12,
  SIGNING_P12_PASSWORD: readFileSync(files.password, 'utf8'),
});
