import { DOMAIN, isStore, type Rule, SHARED, serviceOf, sourceOf, TERMS, TEST } from './import-rule.ts';

/** Files that every service has directly in src/. */
const REQUIRED = [
  'main.ts',
  'service.ts',
  'config.ts',
  'deps.ts',
  'rpc.ts',
  'events.ts',
  'peers.ts',
  'metrics.ts',
  'store.ts',
];
/** Optional files directly in src/: announce.ts makes events, present.ts makes messages from rows. */
const OPTIONAL = ['announce.ts', 'present.ts'];
/** Maximum number of files directly in src/, without tests. A service with more moves them into folders. */
const MAX_TOP_FILES = 16;

const MAIN_LINES = 30;

const isNamed = (file: string, ...names: string[]) => names.includes(sourceOf(file) ?? '');
const isSource = (file: string) => sourceOf(file) !== null;
const mayBe = (says: string, from: (file: string) => boolean, target: RegExp): Rule => ({
  applies: (file) => isSource(file) && !from(file),
  allows: ({ written, path }) => !target.test(path ?? written),
  says,
});

export const LAYOUT_RULES: readonly Rule[] = [
  mayBe(
    'only peers.ts makes gRPC clients: an rpc of another service is a function of Peers',
    (file) => isNamed(file, 'peers.ts'),
    /^services\/kit\/src\/grpc-client(\.ts)?$/,
  ),
  mayBe(
    'only a store writes the outbox: hand it what the domain decided',
    isStore,
    /^services\/kit\/src\/outbox(\.ts)?$/,
  ),
  mayBe(
    'only stores and events.ts ask the inbox, in the transaction of the effect',
    (file) => isStore(file) || isNamed(file, 'events.ts'),
    /^services\/kit\/src\/inbox(\.ts)?$/,
  ),
  mayBe(
    'only announce.ts makes events, and events.ts takes them',
    (file) => isNamed(file, 'announce.ts', 'events.ts'),
    /^proto\/gen\/facts(\.ts)?$|^proto\/facts(\.ts)?$/,
  ),
  mayBe('only stores import announce.ts', isStore, /^services\/[^/]+\/src\/announce\.ts$/),
  mayBe('only main.ts and tests start a service', (file) => isNamed(file, 'main.ts'), /\/src\/service\.ts$/),
  {
    applies: (file) => isNamed(file, 'main.ts'),
    allows: ({ path }) =>
      path !== null && /^services\/(kit\/src\/run|[^/]+\/src\/(config|service)\.ts)/.test(path),
    says: 'main.ts imports only kit/run, config.ts and service.ts',
  },
  {
    applies: (file) => isNamed(file, 'announce.ts'),
    allows: ({ path }) =>
      path !== null &&
      (/^(services\/kit\/src\/(acts|events|ids)|proto\/)/.test(path) ||
        DOMAIN.test(path) ||
        TERMS.test(path)),
    says: 'announce.ts is pure: it imports only domain, terms, proto and kit’s events, acts and ids',
  },
  {
    applies: (file) => isNamed(file, 'config.ts', 'peers.ts'),
    allows: ({ path }, file) => path === null || serviceOf(path) !== serviceOf(file) || DOMAIN.test(path),
    says: 'config.ts and peers.ts import nothing of their service but its domain',
  },
];

/** Calls that a domain file may not make: it receives time, randomness and ids as parameters (docs/architecture.md). */
const IMPURE = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bprocess\./;

/**
 * Finds files of services that are missing or in the wrong place.
 * @param sources the text of all files by path from the root
 * @returns one line per violation: the file, and what is expected
 */
export function findLayoutViolations(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources.keys()];
  const services = new Set(files.map(serviceOf).filter((name) => name !== null && !SHARED.has(name)));
  const found = [...services].flatMap((service) => missingIn(service ?? '', files));
  for (const [file, source] of sources) {
    const inside = sourceOf(file);
    if (inside === null) continue;
    const place = placementProblem(inside);
    if (place) found.push(`${file}: ${place}`);
    if (inside === 'main.ts' && source.trimEnd().split('\n').length > MAIN_LINES)
      found.push(`${file}: main.ts has at most ${MAIN_LINES} lines: wiring is service.ts's`);
    if (DOMAIN.test(file) && IMPURE.test(source))
      found.push(`${file}: a domain file is given the time, chance and ids as parameters`);
    if (!isNamed(file, 'service.ts', 'store.ts') && /\bopenStore\b/.test(source))
      found.push(`${file}: only service.ts opens the store`);
  }
  return found;
}

function missingIn(service: string, files: readonly string[]): string[] {
  const folder = `services/${service}`;
  const has = (pattern: string) => files.some((file) => new RegExp(`^${folder}/${pattern}$`).test(file));
  const wanted: [string, boolean][] = [
    ...REQUIRED.map((name): [string, boolean] => [`src/${name}`, files.includes(`${folder}/src/${name}`)]),
    ['src/domain/', has('src/(.+/)?domain/.+')],
    ['test/*.int.test.ts', has('test/.+\\.int\\.test\\.ts')],
    ...featuresOf(service, files).flatMap((feature): [string, boolean][] => [
      [`src/${feature}/rpc.ts`, has(`src/${feature}/rpc\\.ts`)],
      [`src/${feature}/store*.ts`, has(`src/${feature}/store[^/]*\\.ts`)],
    ]),
  ];
  const top = files.filter((file) => new RegExp(`^${folder}/src/[^/]+\\.ts$`).test(file) && !TEST.test(file));
  return [
    ...wanted
      .filter(([, there]) => !there)
      .map(([name]) => `${folder}: ${name} is missing: every service has one`),
    ...(top.length > MAX_TOP_FILES
      ? [`${folder}/src: ${top.length} files at the top; more than ${MAX_TOP_FILES} belong into folders`]
      : []),
  ];
}

/** Features: folders of src/ with their own domain/. */
const featuresOf = (service: string, files: readonly string[]): string[] => [
  ...new Set(
    files.flatMap((file) => new RegExp(`^services/${service}/src/([^/]+)/domain/`).exec(file)?.[1] ?? []),
  ),
];

/** The violation of a file in a wrong folder; null when the place is allowed. @param inside the path below src/ */
function placementProblem(inside: string): string | null {
  const [, name, deeper] = inside.split('/');
  if (name === undefined || deeper !== undefined) return null;
  const isOfService = [...REQUIRED, ...OPTIONAL].includes(name) && name !== 'rpc.ts' && name !== 'store.ts';
  return isOfService ? `${name} is the service's, at the top of src/: a folder has none` : null;
}
