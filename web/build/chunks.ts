import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput;
type Chunk = Rolldown.OutputChunk;

/** Bytes: what a first visit of the front page loads of scripts, each as gzip sends it. */
const LANDING_MOST = 120_000;

export const chunksOf = ({ output }: Output): Chunk[] => output.filter((one) => one.type === 'chunk');

/** The chunk whose first module is this one, or document. @throws where it has none of its own */
export function chunkOf(output: Output, module: string): Chunk {
  const own = chunksOf(output).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
  if (own === undefined) throw new Error(`${module} has no chunk of its own`);
  return own;
}

/** These chunks, and all that they import before they run: in the order that they run in. */
export function withImports(output: Output, ...chunks: Chunk[]): Chunk[] {
  const byName = new Map(chunksOf(output).map((one) => [one.fileName, one]));
  const met = new Set<Chunk>();
  const inTurn: Chunk[] = [];
  const take = (chunk: Chunk) => {
    if (met.has(chunk)) return;
    met.add(chunk);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) take(imported);
    }
    inTurn.push(chunk);
  };
  for (const chunk of chunks) take(chunk);
  return inTurn;
}

/** Files of the style sheets that chunks come with. */
export const stylesOf = (chunks: Chunk[]): string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
];

/**
 * A visitor waits for what every page runs: schemas, which only forms and answers need, and Mantine, which the front page
 * does without, come with later ones; and there is a limit to all of it.
 * @throws a line that says what has to go
 */
export function keepFirstVisitLean(output: Output): void {
  const entry = withImports(output, chunkOf(output, 'index.html')).flatMap(({ moduleIds }) => moduleIds);
  const early = entry.find((id) => id.includes('/node_modules/') && !id.endsWith('.css'));
  if (early !== undefined) throw new Error(`the first script waits for ${early}: import it later`);
  const always = withImports(output, chunkOf(output, 'index.html'), chunkOf(output, 'start.tsx'));
  const all = withImports(output, ...always, chunkOf(output, 'landing-page.tsx'));
  for (const heavy of ['zod', '@mantine/core']) {
    const reached = all
      .flatMap(({ moduleIds }) => moduleIds)
      .find((id) => id.includes(`/node_modules/${heavy}/`));
    if (reached !== undefined && !reached.endsWith('.css'))
      throw new Error(`the front page reaches ${reached}: import less at once`);
  }
  const bytes = all.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  if (bytes > LANDING_MOST)
    throw new Error(
      `the front page loads ${bytes} bytes of scripts, more than ${LANDING_MOST}: import less at once`,
    );
  console.log(`front page: ${(bytes / 1000).toFixed(1)} KB of scripts (gzip)`);
}
