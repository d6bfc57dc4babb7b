import { posix } from 'node:path';

export type Repository = {
  /** All files known to git, relative to the root, with slashes. */
  files: readonly string[];
  scripts: ReadonlySet<string>;
};

const EXTENSION = /\.(ts|tsx|mts|mjs|js|json|jsonc|ya?ml|md|sh|sql|proto|prisma|css|html|conf|tpl|txt)$/;
/** Paths that git does not contain: generated files and files that operators create. */
const GENERATED =
  /(^|\/)(\.data|dist|gen|node_modules|shots)(\/|$)|^(.*\/)?(stack|secrets|manifest)\.json$|^(my-values|g2-tools(-place)?)\.yaml$/;
/** kubectl's name of one of our Deployments, such as `deploy/g2-gateway`: not a path. */
const DEPLOYMENT = /^deploy\/g2-/;
const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /^```[^\n]*\n([\s\S]*?)^```|`([^`\n]+)`/gm;

/**
 * Finds broken links, broken paths in code, and missing `npm run` scripts in a document, one line each. A
 * path is valid from the root, from the document's folder, or as the last part of an existing path.
 * @param document path from the root
 */
export function findBrokenReferences(document: string, text: string, repository: Repository): string[] {
  const folder = posix.dirname(document);
  const places = new Set(repository.files.flatMap((file) => [file, ...parentsOf(file)]));
  const isThere = (path: string) => {
    const pattern = patternOf(posix.normalize(path));
    return [...places].some((place) => pattern.test(place));
  };
  const links = [...text.replace(CODE, '').matchAll(LINK)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .filter((target) => !places.has(posix.join(folder, target)));
  const paths = wordsOf(text)
    .filter((word) => isPath(word, folder, places) && !GENERATED.test(word) && !DEPLOYMENT.test(word))
    .filter((word) => !isThere(word) && !isThere(posix.join(folder, word)))
    // Accepts a word that is the last part of an existing path. If its first folder exists beside the
    // document, such as `src/`, the whole path must exist there.
    .filter((word) => places.has(posix.join(folder, firstOf(word))) || !isThere(`**/${word}`));
  const scripts = [...text.matchAll(/\bnpm run (?:--?\w+ )*([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !repository.scripts.has(name));
  return [
    ...links.map((target) => `${document}: link ${target}`),
    ...paths.map((word) => `${document}: path ${word}`),
    ...scripts.map((name) => `${document}: script ${name}`),
  ];
}

const NAMES = '(`\\w+`(?:(?:, | and | or |, and )`\\w+`)*)';
const FILE = '`([\\w./-]+/[\\w./-]+)`';
/** "`a` and `b` in `path`" */
const NAMES_IN_FILE = new RegExp(`${NAMES} (?:in|of) ${FILE}`, 'g');
/** "`path` (`a`, `b`)" */
const FILE_WITH_NAMES = new RegExp(`${FILE} \\(${NAMES}[);]`, 'g');

/**
 * Finds names in code that a document says are in a file and that are not there, one line each.
 * @param contentsOf contents of the file or of the files of the folder; null when there is none
 */
export function findMissingNames(
  document: string,
  text: string,
  contentsOf: (path: string) => string | null,
): string[] {
  const line = text.replaceAll(/\s+/g, ' ');
  const claims = [
    ...[...line.matchAll(NAMES_IN_FILE)].map(([, names = '', path = '']) => ({ names, path })),
    ...[...line.matchAll(FILE_WITH_NAMES)].map(([, path = '', names = '']) => ({ names, path })),
  ];
  return claims.flatMap(({ names, path }) => {
    const contents = contentsOf(path.replace(/\/$/, ''));
    if (contents === null) return [];
    return [...names.matchAll(/`(\w+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(contents))
      .map((name) => `${document}: ${name} in ${path}`);
  });
}

function wordsOf(text: string): string[] {
  const code = [...text.matchAll(CODE)].map(([, block, inline]) => block ?? inline ?? '');
  return code
    .flatMap((piece) => piece.split(/[\s"'=|;:()…·]+/))
    .map((word) => word.replace(/^\.\/|[.,/]+$/g, ''));
}

function parentsOf(file: string): string[] {
  const parents: string[] = [];
  for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1))
    parents.push(file.slice(0, at));
  return parents;
}

/** A word counts as a repository path by its extension, or when its first folder exists. */
function isPath(word: string, folder: string, places: ReadonlySet<string>): boolean {
  if (!/^[\w.@<>*{},[\]-]+(\/[\w.@<>*{},[\]-]+)*$/.test(word)) return false;
  if (EXTENSION.test(word)) return true;
  const first = firstOf(word);
  return first !== word && (places.has(first) || places.has(posix.join(folder, first)));
}

const firstOf = (path: string): string => path.split('/')[0] ?? '';

/** Path pattern as RegExp: `*` and `<name>` match within one segment, `{a,b}` matches a or b. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*/g, '.+')
    .replace(/\*|<[^>]*>/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`);
}
