import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { findFolderCycles, findImportCycles } from './circles.ts';
import {
  DOMAIN,
  isStore,
  PAPER,
  PROOF,
  type Rule,
  SHARED,
  serviceOf,
  type Target,
  TERMS,
  TEST,
} from './import-rule.ts';
import { findLayoutViolations, LAYOUT_RULES } from './shape.ts';

const FEATURE = /^web\/src\/features\/([^/]+)\//;
const WEB_LAYER = /^web\/src\/([^/]+)\//;
/** Packages of pure functions that domain files may import. `bowser` knows browser names. */
const DOMAIN_LIBRARIES = ['bowser'];
/** Server and browser check passwords by this one file. It loads a large dictionary. */
const STRENGTH = /^services\/terms\/src\/password-strength\.ts$/;
const TEST_TOOLS = ['vitest', 'fast-check', 'node:assert', 'node:assert/strict'];

const featureOf = (path: string) => FEATURE.exec(path)?.[1] ?? null;
const WEB_LAYERS = new Map([
  ['lib', ['lib']],
  ['ui', ['ui', 'lib']],
  ['shared', ['shared', 'ui', 'lib']],
  ['features', ['features', 'shared', 'ui', 'lib']],
]);
const layerOf = (path: string) => WEB_LAYER.exec(path)?.[1] ?? '';

/** The rules for imports. docs/architecture.md gives a summary. */
const RULES: readonly Rule[] = [
  ...LAYOUT_RULES,
  {
    applies: (file) => DOMAIN.test(file),
    allows: ({ written, path }, file) =>
      path === null
        ? written === 'node:crypto' ||
          DOMAIN_LIBRARIES.includes(written) ||
          (TEST.test(file) && TEST_TOOLS.includes(written))
        : (DOMAIN.test(path) && serviceOf(path) === serviceOf(file)) || TERMS.test(path),
    says: 'a domain file imports only domain files, terms, node:crypto and pure libraries named here',
  },
  {
    applies: (file) => TERMS.test(file),
    allows: ({ written, path }, file) =>
      path === null
        ? (STRENGTH.test(file) && written.startsWith('@zxcvbn-ts/')) ||
          (TEST.test(file) && TEST_TOOLS.includes(written))
        : TERMS.test(path),
    says: 'terms import nothing but each other, and the lists of words that passwords are judged by',
  },
  {
    applies: (file) => PROOF.test(file),
    allows: ({ path }) => path === null || PROOF.test(path),
    says: 'proof imports nothing else of the repository',
  },
  {
    applies: (file) => PAPER.test(file),
    allows: ({ path }) => path === null || PAPER.test(path) || TERMS.test(path),
    says: 'paper imports only itself, terms and libraries',
  },
  {
    applies: (file) => !SHARED.has(serviceOf(file)) && serviceOf(file) !== null,
    allows: ({ path }, file) => {
      const service = path === null ? null : serviceOf(path);
      return service === null || SHARED.has(service) || service === serviceOf(file);
    },
    says: 'a service does not import another service',
  },
  {
    applies: (file) => serviceOf(file) === 'kit',
    allows: ({ path }) => path === null || serviceOf(path) === null || SHARED.has(serviceOf(path)),
    says: 'kit does not import a service',
  },
  {
    applies: (file) => serviceOf(file) !== null,
    allows: ({ path }) => path === null || !/^(web|gateway|deploy)\//.test(path),
    says: 'a service imports nothing of gateway, web or deploy',
  },
  {
    applies: (file) => file.startsWith('web/'),
    allows: ({ path }) => path === null || /^(web|gateway\/contract)\//.test(path),
    says: 'web imports only itself and @g2/gateway/contract',
  },
  {
    applies: (file) => file.startsWith('gateway/contract/'),
    allows: ({ written, path }, file) =>
      path === null
        ? /^zod(\/|$)/.test(written) || (TEST.test(file) && TEST_TOOLS.includes(written))
        : path.startsWith('gateway/contract/') || TERMS.test(path),
    says: 'gateway/contract imports only zod, its siblings and terms',
  },
  {
    applies: (file) => file.startsWith('gateway/') && !file.startsWith('gateway/contract/'),
    allows: ({ path }) => path === null || /^(gateway|proto|services\/(kit|terms))\//.test(path),
    says: 'gateway imports only itself, kit, terms and proto of the repository',
  },
  {
    applies: (file) => !file.startsWith('services/kit/') && !isStore(file) && !TEST.test(file),
    allows: ({ written, path }) =>
      !/^(#tables|kysely|@prisma\/client)(\/|$)/.test(written) && !/\/prisma\/gen\//.test(path ?? ''),
    says: 'tables and Kysely are imported only by store*.ts, kit and tests',
  },
  {
    applies: (file) => FEATURE.test(file),
    allows: ({ path }, file) => featureOf(path ?? '') === null || featureOf(path ?? '') === featureOf(file),
    says: 'a feature does not import another feature: what they share lives in web/src/shared',
  },
  {
    applies: (file) => file.startsWith('web/src/') && layerOf(file) !== 'testing' && !TEST.test(file),
    allows: ({ path }) => layerOf(path ?? '') !== 'testing',
    says: 'only tests import web/src/testing',
  },
  {
    applies: (file) => WEB_LAYERS.has(layerOf(file)),
    allows: ({ path }, file) =>
      !path?.startsWith('web/src/') ||
      WEB_LAYERS.get(layerOf(file))?.includes(layerOf(path)) === true ||
      (TEST.test(file) && ['testing', 'mock'].includes(layerOf(path))),
    says: 'web imports run ui, lib -> shared -> features -> app; lib has no ui',
  },
  {
    applies: (file) => layerOf(file) === 'ui',
    allows: ({ path }) =>
      !/^gateway\/(?!contract\/(?:brand|engraving)(?:\.ts)?$)|^web\/src\/lib\/(call|http)\./.test(path ?? ''),
    says: 'web/src/ui knows the brand, nothing of the trade, and calls no API: web/src/shared does',
  },
  {
    applies: (file) => !mayReadEnvironment(file),
    allows: ({ written }) => written !== 'process' && written !== 'node:process',
    says: 'the environment is read only in main.ts, bin/, *.config.ts and deploy/',
  },
];

const ENVIRONMENT_SAYS = RULES.at(-1)?.says ?? '';

function mayReadEnvironment(file: string): boolean {
  return (
    basename(file) === 'main.ts' ||
    /\.config\.m?[jt]s$/.test(file) ||
    /^(deploy|services\/kit\/bin)\//.test(file)
  );
}

/** Finds forbidden imports in a file. @returns one line per violation: file:line, the import, the rule */
export function findImportViolations(file: string, source: string): string[] {
  const code = withoutComments(source);
  const found: string[] = [];
  for (const { written, line } of importsOf(code)) {
    const target: Target = { written, path: resolveInside(file, written) };
    for (const rule of RULES) {
      if (rule.applies(file) && !rule.allows(target, file))
        found.push(`${file}:${line} '${written}': ${rule.says}`);
    }
  }
  if (!mayReadEnvironment(file)) {
    for (const match of code.matchAll(/\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*\[|=\s*process\s*;/g)) {
      found.push(`${file}:${lineAt(code, match.index)} '${match[0]}': ${ENVIRONMENT_SAYS}`);
    }
  }
  return found;
}

export function importGraph(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const known = (path: string | null) =>
    [path, `${path}.ts`].find((one) => one !== null && sources.has(one)) ?? null;
  return new Map(
    [...sources].map(([file, source]) => [
      file,
      [...importsOf(withoutComments(source))]
        .map(({ written }) => known(resolveInside(file, written)))
        .filter((path) => path !== null),
    ]),
  );
}

/** Replaces comments with spaces; strings and line breaks keep their positions. */
function withoutComments(source: string): string {
  const pieces =
    /(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(pieces, (piece, text) => (text === undefined ? piece.replace(/[^\n]/g, ' ') : piece));
}

function* importsOf(code: string): Generator<{ written: string; line: number }> {
  const statements = /^[ \t]*(?:import|export)\b(?:[^'"`;=]*?\bfrom\s*|\s*)(['"])([^'"\n]+)\1/gm;
  const calls = /\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g;
  for (const pattern of [statements, calls]) {
    for (const match of code.matchAll(pattern)) {
      const [whole, , written = ''] = match;
      yield { written, line: lineAt(code, match.index + whole.length) };
    }
  }
}

function lineAt(code: string, index: number): number {
  return code.slice(0, index).split('\n').length;
}

/** Target of an import inside the repository; null for external packages and Node modules. */
function resolveInside(file: string, written: string): string | null {
  if (written.startsWith('.')) return posix.join(posix.dirname(file), written);
  const [, name = '', rest = ''] = /^@g2\/([^/]+)\/?(.*)$/.exec(written) ?? [];
  if (name === 'web' || name === 'deploy') return `${name}/${rest}`;
  if (name === 'proto') return `proto/gen/${rest}`;
  if (name === 'gateway') return `gateway/${rest}`;
  if (SHARED.has(name)) return `services/${name}/src/${rest}`;
  return name === '' ? null : `services/${name}/${rest}`;
}

function sourceFiles(root: string): string[] {
  const kinds = ['ts', 'tsx', 'mts', 'js', 'mjs'].map((kind) => `*.${kind}`);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...kinds], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed
    .split('\n')
    .filter(
      (file) => file !== '' && !/(^|\/)(gen|dist|node_modules)\//.test(file) && existsSync(join(root, file)),
    );
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const files = sourceFiles(root);
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const lines = [...sources].flatMap(([file, source]) => findImportViolations(file, source));
  const graph = importGraph(sources);
  const rounds = [
    ...findImportCycles(graph).map((files) => `a circle of imports: ${files.join(', ')}`),
    ...findFolderCycles(graph).map((folders) => `a circle of folders: ${folders.join(', ')}`),
  ];
  const shape = findLayoutViolations(sources);
  for (const line of [...lines, ...rounds, ...shape]) console.error(line);
  const wrong = lines.length + shape.length;
  console.log(`imports: ${files.length} files, ${wrong} violations, ${rounds.length} circles`);
  process.exitCode = wrong + rounds.length === 0 ? 0 : 1;
}
