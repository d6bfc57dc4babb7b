import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS, type Program } from '../gateway/contract/pages.ts';

const FOLDERS: Readonly<Record<Program, string>> = { 'g2-registry': 'cli', 'g2-verify': 'verify' };

type Told = { version: string; sha256: string };

/**
 * The programs that `npm run build` packed in `deploy/`: their tarballs, and of each version and SHA-256 (hexadecimal).
 * @throws Error naming what is not packed yet
 */
export function packedPrograms(deploy: string) {
  const folderOf = (name: Program): string => join(deploy, FOLDERS[name]);
  const versionOf = (name: Program): string =>
    (JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as Told).version;
  const fileOf = (name: Program): string => join(folderOf(name), `gen/${name}-${versionOf(name)}.tgz`);
  const tell = (name: Program): Told => ({ version: versionOf(name), sha256: hashOf(fileOf(name)) });
  return { fileOf, told: Object.fromEntries(PROGRAMS.map((name) => [name, tell(name)])) };
}

function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    throw new Error(`${path} is not there: npm run build packs it`);
  }
}
