import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsIn } from './check.ts';

/** `coverage` is this folder: its tests hold ids that are examples. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'gen', 'coverage']);

/**
 * The ids of the tests whose files end so, in their order.
 * @param root the repository's folder
 */
export function idsOf(root: string, ending: '.test.ts' | '.long.*.test.ts'): string[] {
  const files = globSync(`{deploy,gateway,proto,services,web}/**/*${ending}{,x}`, {
    cwd: root,
    exclude: (path) => LEFT_OUT.has(path.split('/').at(-1) ?? ''),
  });
  return files.flatMap((file) => idsIn(readFileSync(join(root, file), 'utf8')));
}
