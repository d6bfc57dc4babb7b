import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;

/** Bytes (gzip) of all scripts that a first visit to the landing page loads. */
const MAX_LANDING_BYTES = 120_000;

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
 * Checks the scripts of a first visit to the landing page: no library in the entry script, neither zod nor Mantine in
 * any script, and a maximum size in total.
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
  for (const library of ['zod', '@mantine/core']) {
    const libraryModule = landingChunks
      .flatMap(({ moduleIds }) => moduleIds)
      .find((id) => id.includes(`/node_modules/${library}/`));
    if (libraryModule !== undefined && !libraryModule.endsWith('.css'))
      throw new Error(`the landing page imports ${libraryModule}: import it later`);
  }
  const bytes = landingChunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  if (bytes > MAX_LANDING_BYTES)
    throw new Error(`the landing page loads ${bytes} bytes of scripts; the limit is ${MAX_LANDING_BYTES}`);
  console.log(`landing page: ${(bytes / 1000).toFixed(1)} KB of scripts (gzip)`);
}
