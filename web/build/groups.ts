import type { Rolldown } from 'vite';
import { chunkOf, chunksOf, withImports } from './chunks.ts';

type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;
type Group = Rolldown.CodeSplittingGroup;

interface PageGroup {
  readonly name: string;
  readonly pages: readonly string[];
  /** If given, the group takes only what this page uses as well. */
  readonly commonWith?: string;
}

const READING_PAGES = ['versions-page.tsx', 'developers-page.tsx', 'reference-page.tsx', 'help-route.tsx'];
/**
 * Groups of pages, the lightest first. A shared chunk belongs to the first group that uses it, so that no page loads
 * code that only a heavier one runs.
 */
const PAGE_GROUPS: readonly PageGroup[] = [
  { name: 'base', pages: ['start.tsx'] },
  { name: 'front', pages: ['landing-page.tsx'] },
  { name: 'list', pages: ['page-list.ts'] },
  { name: 'verify', pages: ['verify-page.tsx', 'number-page.tsx'] },
  // Without forms and their schemas, which the dashboard does not need.
  { name: 'common', pages: ['auth-page.tsx', ...READING_PAGES], commonWith: 'dashboard-page.tsx' },
  { name: 'account', pages: ['auth-page.tsx'] },
  { name: 'read', pages: READING_PAGES },
  { name: 'dashboard', pages: ['dashboard-page.tsx'] },
  { name: 'menu', pages: ['avatar-menu.tsx'] },
  { name: 'upload', pages: ['upload-chip.tsx'] },
  { name: 'client', pages: ['dashboard-dialogs.tsx', 'register-page.tsx', 'record-page.tsx'] },
];
/** Libraries in separate files, because each takes long to execute. */
const LIBRARY_GROUPS: readonly (readonly [name: string, folder: string])[] = [
  ['schemas', '/node_modules/zod/'],
];
/** Group of what the entry script imports; in another group, the entry script would wait for its whole file. */
const ENTRY_GROUP = { name: 'first', test: /\bvite\/preload-helper|\/lib\/early-requests\.ts$/ };
/** Group of the modules that are shared only by pages that are in no group. */
const OTHER_GROUP = 'staff';
/** Number of pages that must use a chunk to make it a shared one; two if the group has only one page. */
const MIN_PAGES = 3;

/**
 * Groups the shared modules in a few files, based on the output of a build without groups. On a phone, a hundred small
 * files take longer to load than a few larger files with some unused code.
 */
export function codeSplittingGroups(output: Output): Group[] {
  const groupNames = groupNamesByModule(output);
  const names = [
    ...LIBRARY_GROUPS.map(([name]) => name),
    ...PAGE_GROUPS.map(({ name }) => name),
    OTHER_GROUP,
  ];
  const groups = names.map((name, index) => ({
    name,
    priority: names.length - index,
    test: (id: string) => groupNames.get(id) === name,
  }));
  return [{ ...ENTRY_GROUP, priority: groups.length + 1 }, ...groups];
}

/** The name of the group of each shared module, by the module's id. */
function groupNamesByModule(output: Output): Map<string, string> {
  const entryChunks = new Set(withImports(output, chunkOf(output, 'index.html')));
  // An English page and its page in Portuguese share their modules and count as one.
  const pages = chunksOf(output).filter(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && !facadeModuleId?.includes('.en.ts'),
  );
  const pageCounts = new Map<Chunk, number>();
  for (const page of pages)
    for (const chunk of withImports(output, page)) pageCounts.set(chunk, (pageCounts.get(chunk) ?? 0) + 1);
  const groups = PAGE_GROUPS.map(({ name, pages: modules, commonWith }) => {
    const chunksOfPage = (page: string) => withImports(output, chunkOf(output, page));
    const chunks = new Set(modules.flatMap(chunksOfPage));
    const isCommon = commonWith !== undefined;
    return {
      name,
      minPages: modules.length > 1 && !isCommon ? MIN_PAGES : 2,
      chunks: isCommon ? chunks.intersection(new Set(chunksOfPage(commonWith))) : chunks,
    };
  });
  const groupNames = new Map<string, string>();
  for (const chunk of chunksOf(output)) {
    if (entryChunks.has(chunk)) continue;
    const count = pageCounts.get(chunk) ?? 0;
    const name = groups.find(({ chunks, minPages }) => chunks.has(chunk) && count >= minPages)?.name;
    const group = name ?? (count >= MIN_PAGES ? OTHER_GROUP : undefined);
    if (group === undefined) continue;
    for (const id of chunk.moduleIds) {
      const library = LIBRARY_GROUPS.find(([, folder]) => id.includes(folder))?.[0];
      if (id !== chunk.facadeModuleId) groupNames.set(id, library ?? group);
    }
  }
  return groupNames;
}
