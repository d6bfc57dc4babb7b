import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { languageOf, PAGE_PATHS, type PagePath } from '../../gateway/contract/pages.ts';
import { chunkOf, stylesOf, withImports } from './chunks.ts';

/** Where the module of each page stands, but for those named below. */
const LIST = join(import.meta.dirname, '../src/app/page-list.ts');
const LISTED = /'(\/[^']*)': \(\) =>\s+import\('[./]+\/([^']+)'\)/g;
/** Of what is no part of the list: `/` is the dashboard where this is asked, a visitor's front page comes rendered. */
const OTHERS: readonly (readonly [path: PagePath, module: string])[] = [
  ['/', 'dashboard-page.tsx'],
  ['/en', 'landing.en.ts'],
  ['/termos', 'terms-page.tsx'],
  ['/privacidade', 'privacy-page.tsx'],
];

/**
 * The files that each page's code is made of, its style sheets and its scripts in the order that they run in: the gateway
 * names them in the document, so that they are fetched at once and not one after the other. @throws a line that says which page has none
 */
export function partsOf(output: Rolldown.RolldownOutput): Record<string, string[]> {
  const modules = new Map<string, string>(OTHERS);
  for (const [, path = '', module = ''] of readFileSync(LIST, 'utf8').matchAll(LISTED))
    modules.set(path, module);
  return Object.fromEntries(
    PAGE_PATHS.map((path) => {
      const module = modules.get(path);
      if (module === undefined) throw new Error(`${path}: no module of it is known to ${LIST}`);
      const texts = languageOf(path) === 'en' ? [chunkOf(output, 'app/texts.en.ts')] : [];
      const chunks = withImports(output, chunkOf(output, module), ...texts);
      const files = [...stylesOf(chunks), ...chunks.map(({ fileName }) => fileName)];
      return [path, files.map((name) => `/${name}`)];
    }),
  );
}
