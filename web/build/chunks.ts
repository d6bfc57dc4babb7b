import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;

/** Bytes (gzip) of all scripts that a first visit to the page loads. */
const MAX_LANDING_BYTES = 120_000;
const MAX_DASHBOARD_BYTES = 230_000;

export const chunksOf = ({ output }: Output): Chunk[] => output.filter((file) => file.type === 'chunk');

/** The chunk of a dynamically imported module or of a document. @throws if the module has no separate chunk */
export function chunkOf(output: Output, module: string): Chunk {
  const chunk = chunksOf(output).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
  if (chunk === undefined) throw new Error(`${module} has no chunk of its own`);
  return chunk;
}

/** The chunks and all their static imports, in the order of execution. */
export function withImports(output: Output, ...chunks: Chunk[]): Chunk[] {
  const byName = new Map(chunksOf(output).map((chunk) => [chunk.fileName, chunk]));
  const visited = new Set<Chunk>();
  const ordered: Chunk[] = [];
  const visit = (chunk: Chunk) => {
    if (visited.has(chunk)) return;
    visited.add(chunk);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) visit(imported);
    }
    ordered.push(chunk);
  };
  for (const chunk of chunks) visit(chunk);
  return ordered;
}

/** The style sheets of the chunks. */
export const stylesOf = (chunks: Chunk[]): string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
];

/**
 * Checks the scripts of a first visit: no library in the entry script; neither zod nor Mantine in the scripts of the
 * landing page; no zod in those of the dashboard; a maximum size of both.
 * @throws Error naming the module that must not be loaded, or the size
 */
export function checkFirstVisit(output: Output): void {
  const entryChunks = withImports(output, chunkOf(output, 'index.html'));
  const entryModules = entryChunks.flatMap(({ moduleIds }) => moduleIds);
  const entryLibrary = entryModules.find((id) => id.includes('/node_modules/') && !id.endsWith('.css'));
  if (entryLibrary !== undefined)
    throw new Error(`the entry script imports ${entryLibrary}: import it later`);
  const commonChunks = withImports(output, chunkOf(output, 'index.html'), chunkOf(output, 'start.tsx'));
  const landingChunks = withImports(output, ...commonChunks, chunkOf(output, 'landing-page.tsx'));
  const dashboardChunks = withImports(output, ...commonChunks, chunkOf(output, 'dashboard-page.tsx'));
  checkPage('landing page', landingChunks, ['zod', '@mantine/core'], MAX_LANDING_BYTES);
  checkPage('dashboard', dashboardChunks, ['zod'], MAX_DASHBOARD_BYTES);
}

function checkPage(page: string, chunks: Chunk[], excluded: readonly string[], maxBytes: number): void {
  for (const library of excluded) {
    const libraryModule = chunks
      .flatMap(({ moduleIds }) => moduleIds)
      .find((id) => id.includes(`/node_modules/${library}/`));
    if (libraryModule !== undefined && !libraryModule.endsWith('.css'))
      throw new Error(`the ${page} imports ${libraryModule}: import it later`);
  }
  const bytes = chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  if (bytes > maxBytes)
    throw new Error(`the ${page} loads ${bytes} bytes of scripts; the limit is ${maxBytes}`);
  console.log(`${page}: ${(bytes / 1000).toFixed(1)} KB of scripts (gzip)`);
}
