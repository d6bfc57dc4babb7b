import { DOMAIN, isStore, type Rule, SHARED, serviceOf, sourceOf, TERMS } from './import-rule.ts';

/** Once in every service, at the top of src/. */
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
/** Where a service has such a thing: facts → events, rows → messages. */
const OPTIONAL = ['announce.ts', 'present.ts'];
const FOLDERS = ['domain', 'rpc'];

/** What is a service's own: its outside things and what no other has. A new one is named here, or has a place already. */
const OWN: Readonly<Record<string, { files: string[]; folders?: string[]; rooms?: string[] }>> = {
  identity: {
    files: [
      'mailer.ts',
      'mail-throttle.ts',
      'contact-throttle.ts',
      'providers.ts',
      'dialect.ts',
      'oidc.ts',
      'github.ts',
      'bounded-answers.ts',
      'passwords.ts',
      'passkeys.ts',
      'otp.ts',
      'flows.ts',
      'hashed.ts',
      'throttle.ts',
      'share.ts',
      'fair-queue.ts',
      'pictures.ts',
      'resets.ts',
      'digests.ts',
      'picture-fetch.ts',
      'picture-image.ts',
      'public-address.ts',
      'seed.ts',
      'trail.ts',
      'trail-walk.ts',
    ],
  },
  registration: { files: ['present-government.ts'] },
  'storage-hashing': {
    files: [
      'http.ts',
      'answers.ts',
      'tickets.ts',
      'upload.ts',
      'intake.ts',
      'download.ts',
      'loops.ts',
      'objects.ts',
      'objects-fs.ts',
      'objects-s3.ts',
      'objects-watched.ts',
      'open-objects.ts',
      's3-upload.ts',
      's3-parts.ts',
      's3-lock.ts',
      's3-once.ts',
      'fs-parts.ts',
      'digest.ts',
      'finish.ts',
      'growth.ts',
      'resumable.ts',
      'refuse.ts',
      'reading.ts',
      'quiet.ts',
      'inspector.ts',
      'scrubber.ts',
      'inspect-aside.ts',
      'inspection-process.ts',
      'files.ts',
      'opened.ts',
      'versions.ts',
    ],
    folders: ['archive'],
  },
  'payment-credit': {
    files: ['schedule.ts'],
    rooms: ['ledger', 'payers', 'purchases', 'payments', 'stripe'],
  },
  certificate: {
    files: [
      'issue.ts',
      'preceding.ts',
      'changes.ts',
      'public.ts',
      'authorities.ts',
      'bounded-fetch.ts',
      'signing.ts',
      'upgrading.ts',
    ],
    folders: ['pdf', 'pades', 'proof', 'log'],
    rooms: ['doubts', 'evidence'],
  },
};

const MAIN_LINES = 30;

const isNamed = (file: string, ...names: string[]) => names.includes(sourceOf(file) ?? '');
const isSource = (file: string) => sourceOf(file) !== null;
const mayBe = (says: string, from: (file: string) => boolean, target: RegExp): Rule => ({
  applies: (file) => isSource(file) && !from(file),
  allows: ({ written, path }) => !target.test(path ?? written),
  says,
});

/** Who may import what inside a service (docs/architecture.md). */
export const SHAPE_RULES: readonly Rule[] = [
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

/** Time, chance and ids come in as parameters (docs/architecture.md). */
const IMPURE = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bprocess\./;

/**
 * Checks that the services are of one shape.
 * @param sources every file of the repository by its path from the root
 * @returns one line per violation: the file, and what is expected
 */
export function misshapen(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources.keys()];
  const services = new Set(files.map(serviceOf).filter((name) => name !== null && !SHARED.has(name)));
  const found = [...services].flatMap((service) => missingIn(service ?? '', files));
  for (const [file, source] of sources) {
    const inside = sourceOf(file);
    if (inside === null) continue;
    const place = misplaced(serviceOf(file) ?? '', inside);
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
  const of = `services/${service}`;
  const has = (pattern: string) => files.some((file) => new RegExp(`^${of}/${pattern}$`).test(file));
  const wanted: [string, boolean][] = [
    ...REQUIRED.map((name): [string, boolean] => [`src/${name}`, files.includes(`${of}/src/${name}`)]),
    ['src/domain/', has('src/(.+/)?domain/.+')],
    ['test/*.int.test.ts', has('test/.+\\.int\\.test\\.ts')],
    ...(OWN[service]?.rooms ?? []).flatMap((room): [string, boolean][] => [
      [`src/${room}/rpc.ts`, has(`src/${room}/rpc\\.ts`)],
      [`src/${room}/store*.ts`, has(`src/${room}/store[^/]*\\.ts`)],
      [`src/${room}/domain/`, has(`src/${room}/domain/.+`)],
    ]),
  ];
  return wanted
    .filter(([, there]) => !there)
    .map(([name]) => `${of}: ${name} is missing: every service has one`);
}

/** What is wrong with the place of a file; null when it may be there. @param inside its path below src/ */
function misplaced(service: string, inside: string): string | null {
  const { files = [], folders = [], rooms = [] } = OWN[service] ?? {};
  const [top = '', second] = inside.split('/');
  if (second === undefined) {
    const isKnown = [...REQUIRED, ...OPTIONAL, ...files].includes(top) || isStore(top);
    return isKnown
      ? null
      : 'a file at the top of src/ has one of the names of the shape, or is named in shape.ts';
  }
  if (rooms.includes(top)) {
    const isOfService =
      [...REQUIRED, ...OPTIONAL].includes(second) && second !== 'rpc.ts' && second !== 'store.ts';
    return isOfService ? `${second} is the service's, at the top of src/: a room has none` : null;
  }
  return [...FOLDERS, ...folders].includes(top)
    ? null
    : 'a folder of src/ is domain, rpc, or named in shape.ts';
}
