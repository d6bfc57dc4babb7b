import type { Rolldown } from 'vite';
import { chunkOf, chunksOf, withImports } from './chunks.ts';

type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;
type Group = Rolldown.CodeSplittingGroup;

/**
 * Groups of pages, the lightest first. A shared chunk belongs to the first group that uses it, so that no page loads
 * code that only a heavier one runs.
 */
const PAGE_GROUPS: readonly (readonly [name: string, ...pages: string[]])[] = [
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
/** Libraries in a file of their own, because each takes long to execute. */
const LIBRARY_GROUPS: readonly (readonly [name: string, folder: string])[] = [
  ['schemas', '/node_modules/zod/'],
];
/** Imported by the entry script, which would otherwise wait for the whole file of a group. */
const ENTRY_GROUP = { name: 'first', test: /\bvite\/preload-helper/ };
/** Modules that only pages of no group share. */
const OTHER_GROUP = 'staff';
/** How many pages must use a chunk for it to be shared; in a group of a single page, two. */
const MIN_PAGES = 3;

/**
 * The files for shared modules, from the output of a build without groups: on a phone, a hundred small files cost more
 * than the unused code in a few larger ones.
 */
export function groupsBy(output: Output): Group[] {
  const shared = sharedModules(output);
  const groups = [...LIBRARY_GROUPS, ...PAGE_GROUPS, [OTHER_GROUP]].map(([name = ''], index, all) => ({
    name,
    priority: all.length - index,
    test: (id: string) => shared.get(id) === name,
  }));
  return [{ ...ENTRY_GROUP, priority: groups.length + 1 }, ...groups];
}

/** The group of each shared module, by the module's id. */
function sharedModules(output: Output): Map<string, string> {
  const entry = new Set(withImports(output, chunkOf(output, 'index.html')));
  // An English page and its page in Portuguese share their modules and count as one.
  const pages = chunksOf(output).filter(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && !facadeModuleId?.includes('.en.ts'),
  );
  const pageCounts = new Map<Chunk, number>();
  for (const page of pages)
    for (const chunk of withImports(output, page)) pageCounts.set(chunk, (pageCounts.get(chunk) ?? 0) + 1);
  const groups = PAGE_GROUPS.map(([name, ...own]) => {
    const chunks = withImports(output, ...own.map((page) => chunkOf(output, page)));
    return { name, minPages: own.length > 1 ? MIN_PAGES : 2, chunks: new Set(chunks) };
  });
  const shared = new Map<string, string>();
  for (const chunk of chunksOf(output)) {
    if (entry.has(chunk)) continue;
    const count = pageCounts.get(chunk) ?? 0;
    const name = groups.find(({ chunks, minPages }) => chunks.has(chunk) && count >= minPages)?.name;
    const group = name ?? (count >= MIN_PAGES ? OTHER_GROUP : undefined);
    if (group === undefined) continue;
    for (const id of chunk.moduleIds) {
      const library = LIBRARY_GROUPS.find(([, folder]) => id.includes(folder))?.[0];
      if (id !== chunk.facadeModuleId) shared.set(id, library ?? group);
    }
  }
  return shared;
}
