import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sentence or table row of the specification, and the ids of the tests that show it. */
export type Sentence = {
  sentence: string;
  ids: string[];
  /** Why no test can show it; empty where one can. */
  notTestable: string;
};
/** A test as a report of Vitest names it. */
export type ReportedTest = { title: string; status: string };
/** Listed ids; a failed one with how it ended: `header-logo (did not run)`. */
export type CoverageResult = { passed: string[]; failed: string[]; elsewhere: string[] };

/** At the end of a sentence: `[an-id, another-id] (note: how the product differs)` or `(not testable: why)`. */
const ANNOTATIONS =
  /(?: \[(?<ids>[a-z0-9-]+(?:, [a-z0-9-]+)*)\])?(?: \((?<kind>note|not testable): (?<text>.+)\))?$/;
/** Headings, the rule below a table's head and empty lines. */
const NO_SENTENCE = /^(?:#+ .*|\|[-|]+\||)$/;

/** The id at the start of a test's title: `[dashboard-search] finds by title`. */
const ID = /^\[([a-z0-9]+(?:-[a-z0-9]+)+)\] /;
/** The same in source text, after `it(`, `it.concurrent(`, `it.each(rows)(` or the last line of the rows of `it.each`. */
const ID_IN_SOURCE =
  /(?:\b(?:it|test)(?:\.\w+)*(?:\([^()\n]*\))?|^\s*[\])]+)\s*\(\s*['"`]\[([a-z0-9]+(?:-[a-z0-9]+)+)\] /gm;

/** `coverage` is this folder: ids in its tests are examples. */
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist', 'gen', 'coverage']);

/** The sentences of the specification in order. @param markdown one sentence a line, with its annotations */
export function parseCoverage(markdown: string): Sentence[] {
  const lines = markdown.split('\n').filter((line) => !NO_SENTENCE.test(line));
  return lines.map((line) => {
    const { ids, kind, text } = ANNOTATIONS.exec(line)?.groups ?? {};
    return {
      sentence: line.replace(ANNOTATIONS, '').replace(/^(?:- | +)/, ''),
      ids: ids?.split(', ') ?? [],
      notTestable: kind === 'not testable' ? (text ?? '') : '',
    };
  });
}

const readSpecification = (): string => readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8');

export const readCoverage = (): Sentence[] => parseCoverage(readSpecification());

/** The specification as the customer wrote it: without annotations, and indented lines joined to the one before. */
export const customerText = (markdown = readSpecification()): string =>
  markdown
    .split('\n')
    .map((line) => line.replace(ANNOTATIONS, ''))
    .join('\n')
    .replaceAll('\n  ', ' ')
    .trimEnd();

/** Sentences without a test and without a reason. */
export const untested = (coverage: readonly Sentence[]): string[] =>
  coverage.filter((one) => one.ids.length === 0 && one.notTestable === '').map(({ sentence }) => sentence);

/** The ids that the sentences name, each once. */
export const listedIds = (coverage: readonly Sentence[]): string[] => [
  ...new Set(coverage.flatMap(({ ids }) => ids)),
];

/** Ids at the start of the titles of a source file's tests. */
export const idsInSource = (source: string): string[] =>
  [...source.matchAll(ID_IN_SOURCE)].flatMap(([, id]) => id ?? []);

/** The ids of all tests whose file names end so, each once a file. @param root the repository's folder */
export function testIds(root: string, ending: '.test.ts' | '.long.*.test.ts'): string[] {
  const files = globSync(`{deploy,gateway,proto,services,web}/**/*${ending}{,x}`, {
    cwd: root,
    exclude: (path) => EXCLUDED_FOLDERS.has(path.split('/').at(-1) ?? ''),
  });
  return files.flatMap((file) => [...new Set(idsInSource(readFileSync(join(root, file), 'utf8')))]);
}

/**
 * The listed ids by how their tests ended. An id passes when all tests with it passed, and at least one ran.
 * @param elsewhere ids of tests that this run leaves out
 */
export function coverageResult(
  coverage: readonly Sentence[],
  tests: readonly ReportedTest[],
  elsewhere: ReadonlySet<string> = new Set(),
): CoverageResult {
  const statuses = new Map<string, Set<string>>();
  for (const { title, status } of tests) {
    const id = ID.exec(title)?.[1];
    if (id !== undefined) statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
  }
  const result: CoverageResult = { passed: [], failed: [], elsewhere: [] };
  for (const id of listedIds(coverage)) {
    const unsuccessful = [...(statuses.get(id) ?? ['did not run'])].filter((status) => status !== 'passed');
    if (elsewhere.has(id)) result.elsewhere.push(id);
    else if (unsuccessful.length === 0) result.passed.push(id);
    else result.failed.push(`${id} (${unsuccessful.join(', ')})`);
  }
  return result;
}
