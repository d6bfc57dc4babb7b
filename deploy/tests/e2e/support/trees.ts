import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';
import { scratch } from './files.ts';
import { root } from './stack.ts';

/** A folder of real source, copied from this repository. */
export function sourceTree(from: string): string {
  const tree = mkdtempSync(join(scratch, 'tree-'));
  mkdirSync(dirname(join(tree, from)), { recursive: true });
  cpSync(join(root, from), join(tree, from), { recursive: true });
  return tree;
}

/** Every file below a folder, by its path from there. */
export const filesOf = (tree: string): string[] =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(tree, path)).isFile())
    .toSorted();

/** A ZIP of a whole tree, as one is dropped into the upload. */
export async function zipOf(tree: string): Promise<{ name: string; bytes: Buffer }> {
  const zip = new ZipFile();
  for (const path of filesOf(tree)) zip.addBuffer(readFileSync(join(tree, path)), path);
  zip.end();
  const bytes = await buffer(zip.outputStream as NodeJS.ReadStream);
  return { name: `codigo-${randomBytes(3).toString('hex')}.zip`, bytes };
}

export type TreeDiff = { added: string[]; removed: string[]; changed: string[] };

/** What `diff -rq` says of two trees; what stands below a folder that one of them lacks is named file by file. */
export async function diffOfTrees(before: string, after: string): Promise<TreeDiff> {
  const said = await promisify(execFile)('diff', ['-rq', before, after]).then(
    ({ stdout }) => stdout,
    // It ends with 1 where they differ.
    (error: { code: number; stdout: string }) => {
      if (error.code !== 1) throw error;
      return error.stdout;
    },
  );
  const found: TreeDiff = { added: [], removed: [], changed: [] };
  for (const line of said.trim().split('\n')) {
    const differ = /^Files (.+) and .+ differ$/.exec(line)?.[1];
    if (differ !== undefined) found.changed.push(relative(before, differ));
    const [, folder, name] = /^Only in (.+): (.+)$/.exec(line) ?? [];
    if (folder === undefined || name === undefined) continue;
    const path = join(folder, name);
    const side = path.startsWith(`${after}/`) ? after : before;
    const paths = statSync(path).isDirectory() ? filesOf(path).map((one) => join(path, one)) : [path];
    found[side === after ? 'added' : 'removed'].push(...paths.map((one) => relative(side, one)));
  }
  return {
    added: found.added.toSorted(),
    removed: found.removed.toSorted(),
    changed: found.changed.toSorted(),
  };
}
