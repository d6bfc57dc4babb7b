import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFree } from '@g2/kit/testing-ports';
import { type Files, lastUrl, openFolder } from '@g2/test-authority/folder';
import type { Settings } from './settings.ts';

export type TestAuthority = { folder: string; url: string; files: Files };

/** Creates the test authority's files if needed. @returns undefined with a real signing certificate */
export async function openTestAuthority(
  { signing, dataDir }: Settings,
  port: number,
): Promise<TestAuthority | undefined> {
  if (signing) return undefined;
  const folder = join(dataDir, 'test-authority');
  // Reuses the last URL if its port is free: issued certificates contain it.
  const before = lastUrl(folder);
  const url = before && (await isFree(Number(new URL(before).port))) ? before : `http://127.0.0.1:${port}`;
  const { files } = await openFolder({ folder, baseUrl: url, at: new Date() });
  return { folder, url, files };
}

export const signingEnv = ({ url, files }: TestAuthority): Record<string, string> => ({
  TSA_URLS: `${url}/carimbo/1,${url}/carimbo/2`,
  TSA_ROOTS_FILE: files.tsaRoots,
  SIGNING_P12_FILE: files.p12,
  SIGNING_P12_PASSWORD: readFileSync(files.password, 'utf8'),
});
