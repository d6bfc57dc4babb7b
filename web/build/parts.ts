import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { languageOf, PAGE_PATHS, type PagePath } from '../../gateway/contract/pages.ts';
import { chunkOf, stylesOf, withImports } from './chunks.ts';

/** File that imports the module of each page, except those of UNLISTED_PAGES. */
const PAGE_LIST = join(import.meta.dirname, '../src/app/page-list.ts');
const PAGE_IMPORT = /'(\/[^']*)': \(\) =>\s+import\('[./]+\/([^']+)'\)/g;
/** Here `/` is the dashboard: the landing page is prerendered, and its document lists its files. */
const UNLISTED_PAGES: readonly (readonly [path: PagePath, module: string])[] = [
  ['/', 'dashboard-page.tsx'],
  ['/en', 'landing.en.ts'],
  ['/termos', 'terms-page.tsx'],
  ['/privacidade', 'privacy-page.tsx'],
];

/**
 * The files of each page: its style sheets, and its scripts in the order of execution. The gateway lists them in the
 * document, so that the browser loads them in parallel.
 * @throws Error naming a page without a module
 */
export function pageFilesOf(output: Rolldown.RolldownOutput): Record<string, string[]> {
  const modules = new Map<string, string>(UNLISTED_PAGES);
  for (const [, path = '', module = ''] of readFileSync(PAGE_LIST, 'utf8').matchAll(PAGE_IMPORT))
    modules.set(path, module);
  return Object.fromEntries(
    PAGE_PATHS.map((path) => {
      const module = modules.get(path);
      if (module === undefined) throw new Error(`${PAGE_LIST} imports no module for ${path}`);
      const textChunks = languageOf(path) === 'en' ? [chunkOf(output, 'app/texts.en.ts')] : [];
      const chunks = withImports(output, chunkOf(output, module), ...textChunks);
      const files = [...stylesOf(chunks), ...chunks.map(({ fileName }) => fileName)];
      return [path, files.map((name) => `/${name}`)];
    }),
  );
}
