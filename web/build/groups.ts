import type { Rolldown } from 'vite';
import { chunkOf, chunksOf, withImports } from './chunks.ts';

type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;
type Group = Rolldown.CodeSplittingGroup;

/**
 * What a chunk that many share is fetched for, the lightest page first: it goes with the first of them that needs it, so
 * that no page fetches what only a heavier one runs.
 */
const FOR: readonly (readonly [name: string, ...pages: string[]])[] = [
  ['base', 'start.tsx'],
  ['front', 'landing-page.tsx'],
  ['list', 'page-list.ts'],
  ['verify', 'verify-page.tsx', 'number-page.tsx'],
  ['account', 'auth-page.tsx'],
  ['read', 'versions-page.tsx', 'developers-page.tsx', 'reference-page.tsx', 'help-route.tsx'],
  [
    'client',
    'avatar-menu.tsx',
    'upload-chip.tsx',
    'dashboard-page.tsx',
    'register-page.tsx',
    'record-page.tsx',
  ],
];
/** Libraries of those that run in a turn of their own: long enough by themselves. */
const APART: readonly (readonly [name: string, folder: string])[] = [['schemas', '/node_modules/zod/']];
/** What the very first script needs itself: it would fetch all of the file it lies in, and wait for that. */
const FIRST = { name: 'first', test: /\bvite\/preload-helper/ };
/** What only others share. */
const REST = 'staff';
/** Of a kind that has several pages, so many share what comes with all of them; of one page's own kind, two. */
const MANY = 3;

/**
 * The files that shared modules go into, by how a build without such files came out: of a hundred small ones each costs a
 * phone more than the few bytes it does without.
 */
export function groupsBy(output: Output): Group[] {
  const shared = sharedModules(output);
  const groups = [...APART, ...FOR, [REST]].map(([name = ''], index, all) => ({
    name,
    priority: all.length - index,
    test: (id: string) => shared.get(id) === name,
  }));
  return [{ ...FIRST, priority: groups.length + 1 }, ...groups];
}

/** The name of each shared module's file, by the module's id. */
function sharedModules(output: Output): Map<string, string> {
  const first = new Set(withImports(output, chunkOf(output, 'index.html')));
  // An English page shows what the page in Portuguese consists of: that is not shared by two pages.
  const pages = chunksOf(output).filter(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && !facadeModuleId?.includes('.en.ts'),
  );
  const users = new Map<Chunk, number>();
  for (const page of pages)
    for (const chunk of withImports(output, page)) users.set(chunk, (users.get(chunk) ?? 0) + 1);
  const kinds = FOR.map(([name, ...own]) => {
    const chunks = withImports(output, ...own.map((page) => chunkOf(output, page)));
    return { name, least: own.length > 1 ? MANY : 2, chunks: new Set(chunks) };
  });
  const shared = new Map<string, string>();
  for (const chunk of chunksOf(output)) {
    if (first.has(chunk)) continue;
    const count = users.get(chunk) ?? 0;
    const name = kinds.find(({ chunks, least }) => chunks.has(chunk) && count >= least)?.name;
    const group = name ?? (count >= MANY ? REST : undefined);
    if (group === undefined) continue;
    for (const id of chunk.moduleIds) {
      const apart = APART.find(([, folder]) => id.includes(folder))?.[0];
      if (id !== chunk.facadeModuleId) shared.set(id, apart ?? group);
    }
  }
  return shared;
}
