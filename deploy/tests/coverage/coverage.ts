import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Sentence = {
  sentence: string;
  ids: string[];
  /** Why the sentence cannot be tested; empty when it can. */
  notTestable: string;
};
export type ReportedTest = { title: string; status: string };
/** Test ids by outcome; `failed` includes the status: `header-logo (did not run)`. */
export type CoverageResult = { passed: string[]; failed: string[]; elsewhere: string[] };

/** Suffix of a sentence: `[an-id, another-id] (note: how the product differs)` or `(not testable: why)`. */
const ANNOTATIONS =
  /(?: \[(?<ids>[a-z0-9-]+(?:, [a-z0-9-]+)*)\])?(?: \((?<kind>note|not testable): (?<text>.+)\))?$/;
const NON_SENTENCE = /^(?:#+ .*|\|[-|]+\||)$/;

/** Id prefix of a test title: `[dashboard-search] finds by title`. */
const ID = /^\[([a-z0-9]+(?:-[a-z0-9]+)+)\] /;
/** Id prefix in source text, after `it(`, `it.concurrent(`, `it.each(rows)(` or the end of a multi-line `it.each`. */
const ID_IN_SOURCE =
  /(?:\b(?:it|test)(?:\.\w+)*(?:\([^()\n]*\))?|^\s*[\])]+)\s*\(\s*['"`]\[([a-z0-9]+(?:-[a-z0-9]+)+)\] /gm;

/** Folders without product tests. The tests of `coverage`, this folder, contain only example ids. */
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist', 'gen', 'coverage']);

/** Parses the specification in order. @param markdown one annotated sentence per line */
export function parseCoverage(markdown: string): Sentence[] {
  const lines = markdown.split('\n').filter((line) => !NON_SENTENCE.test(line));
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

/** The customer's text: removes annotations and joins indented lines to the previous one. */
export const customerText = (markdown = readSpecification()): string =>
  markdown
    .split('\n')
    .map((line) => line.replace(ANNOTATIONS, ''))
    .join('\n')
    .replaceAll('\n  ', ' ')
    .trimEnd();

export const untestedSentences = (coverage: readonly Sentence[]): string[] =>
  coverage.filter((one) => one.ids.length === 0 && one.notTestable === '').map(({ sentence }) => sentence);

/** Ids named by the sentences, without duplicates. */
export const listedIds = (coverage: readonly Sentence[]): string[] => [
  ...new Set(coverage.flatMap(({ ids }) => ids)),
];

export const idsInSource = (source: string): string[] =>
  [...source.matchAll(ID_IN_SOURCE)].flatMap(([, id]) => id ?? []);

/** Ids in test files with this suffix, without duplicates within a file. @param root repository folder */
export function testIds(root: string, ending: '.test.ts' | '.long.*.test.ts'): string[] {
  const files = globSync(`{deploy,gateway,proto,services,web}/**/*${ending}{,x}`, {
    cwd: root,
    exclude: (path) => EXCLUDED_FOLDERS.has(path.split('/').at(-1) ?? ''),
  });
  return files.flatMap((file) => [...new Set(idsInSource(readFileSync(join(root, file), 'utf8')))]);
}

/**
 * Groups ids by outcome. An id passes when one or more tests ran and all passed.
 * @param elsewhere ids that another run tests
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
