import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS, type Program } from '../gateway/contract/pages.ts';

const FOLDERS: Readonly<Record<Program, string>> = { 'g2-registry': 'cli', 'g2-verify': 'verify' };

type Release = { version: string; sha256: string };

/**
 * The programs that `npm run build` packed in `deployFolder`: the path of each tarball, and the version and SHA-256
 * (hexadecimal) of each program.
 * @throws Error naming a tarball that is missing
 */
export function packedPrograms(deployFolder: string) {
  const folderOf = (name: Program): string => join(deployFolder, FOLDERS[name]);
  const versionOf = (name: Program): string =>
    (JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as Release).version;
  const fileOf = (name: Program): string => join(folderOf(name), `gen/${name}-${versionOf(name)}.tgz`);
  const releaseOf = (name: Program): Release => ({ version: versionOf(name), sha256: hashOf(fileOf(name)) });
  return { fileOf, releases: Object.fromEntries(PROGRAMS.map((name) => [name, releaseOf(name)])) };
}

function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    throw new Error(`${path} is missing: npm run build packs it`);
  }
}
