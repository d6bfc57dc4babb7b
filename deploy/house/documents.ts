import { posix } from 'node:path';

/** What the repository has, as its documents may name it. */
export type Repository = {
  /** Every file that git knows, from the root, with slashes. */
  files: readonly string[];
  /** Scripts of the root's package.json. */
  scripts: ReadonlySet<string>;
};

const EXTENSION = /\.(ts|tsx|mts|mjs|js|json|jsonc|ya?ml|md|sh|sql|proto|prisma|css|html|conf|tpl|txt)$/;
/** Made by tools or by running, or an operator's own: git does not have them. */
const MADE =
  /(^|\/)(\.data|dist|gen|node_modules|shots)(\/|$)|^(.*\/)?(stack|secrets|manifest)\.json$|^(my-values|g2-tools(-place)?)\.yaml$/;
/** kubectl's short name of a Deployment of ours. */
const DEPLOYMENT = /^deploy\/g2-/;
const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /^```[^\n]*\n([\s\S]*?)^```|`([^`\n]+)`/gm;

/**
 * What a document names that is not there: relative links; paths in code, from the root, from the document's own folder
 * or the end of one (`store.ts`, `domain/status.ts`); `npm run` scripts.
 * @param document its path from the root
 * @returns one line each
 */
export function untrue(document: string, text: string, repository: Repository): string[] {
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
    .filter((word) => isPath(word, folder, places) && !MADE.test(word) && !DEPLOYMENT.test(word))
    .filter((word) => !isThere(word) && !isThere(posix.join(folder, word)))
    // The end of a path, unless it begins with a folder of the document's own, as `src/` does.
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

/** The words of all code, in lines and in blocks. */
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

/** A word that claims to be of the repository: by its extension, or because it begins with a folder that is there. */
function isPath(word: string, folder: string, places: ReadonlySet<string>): boolean {
  if (!/^[\w.@<>*{},[\]-]+(\/[\w.@<>*{},[\]-]+)*$/.test(word)) return false;
  if (EXTENSION.test(word)) return true;
  const first = firstOf(word);
  return first !== word && (places.has(first) || places.has(posix.join(folder, first)));
}

const firstOf = (path: string): string => path.split('/')[0] ?? '';

/** `*` and `<name>` stand for anything within one name, `{a,b}` for either. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*/g, '.+')
    .replace(/\*|<[^>]*>/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`);
}
