import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;

/** Bytes (gzip) of all scripts that a first visit to the landing page loads. */
const MAX_LANDING_BYTES = 120_000;

export const chunksOf = ({ output }: Output): Chunk[] => output.filter((one) => one.type === 'chunk');

/** The chunk of a dynamically imported module or of a document. @throws if it has no chunk of its own */
export function chunkOf(output: Output, module: string): Chunk {
  const own = chunksOf(output).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
  if (own === undefined) throw new Error(`${module} has no chunk of its own`);
  return own;
}

/** The chunks and all their static imports, in the order of execution. */
export function withImports(output: Output, ...chunks: Chunk[]): Chunk[] {
  const byName = new Map(chunksOf(output).map((one) => [one.fileName, one]));
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
 * Checks the scripts of a first visit to the landing page: no library in the entry, neither zod nor Mantine, and a
 * maximum size.
 * @throws Error naming what must not be loaded
 */
export function checkFirstVisit(output: Output): void {
  const entry = withImports(output, chunkOf(output, 'index.html')).flatMap(({ moduleIds }) => moduleIds);
  const library = entry.find((id) => id.includes('/node_modules/') && !id.endsWith('.css'));
  if (library !== undefined) throw new Error(`the entry script imports ${library}: import it later`);
  const always = withImports(output, chunkOf(output, 'index.html'), chunkOf(output, 'start.tsx'));
  const all = withImports(output, ...always, chunkOf(output, 'landing-page.tsx'));
  for (const heavy of ['zod', '@mantine/core']) {
    const found = all
      .flatMap(({ moduleIds }) => moduleIds)
      .find((id) => id.includes(`/node_modules/${heavy}/`));
    if (found !== undefined && !found.endsWith('.css'))
      throw new Error(`the landing page imports ${found}: import it later`);
  }
  const bytes = all.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  if (bytes > MAX_LANDING_BYTES)
    throw new Error(`the landing page loads ${bytes} bytes of scripts; the limit is ${MAX_LANDING_BYTES}`);
  console.log(`landing page: ${(bytes / 1000).toFixed(1)} KB of scripts (gzip)`);
}
