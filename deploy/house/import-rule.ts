import { basename } from 'node:path';

/** `path` is relative to the root; null for packages from outside the repository. */
export type Target = { written: string; path: string | null };

export type Rule = {
  applies: (file: string) => boolean;
  allows: (target: Target, file: string) => boolean;
  says: string;
};

const SERVICE = /^services\/([^/]+)\//;

/** The domain/ folder of a service or of one of its features. */
export const DOMAIN = /^services\/([^/]+)\/src\/(?:[^/]+\/)?domain\//;
export const TEST = /\.(int\.|e2e\.)?test\.tsx?$/;
/** Business terms and constants: pure functions, which all packages may import. */
export const TERMS = /^services\/terms\//;

/** Proof formats. Third parties verify proofs with this package alone, so it imports no other package of ours. */
export const PROOF = /^services\/proof\//;

/** Printed documents: certificates and receipts. */
export const PAPER = /^services\/paper\//;

/** Shared by all services, which must not import each other. */
export const SHARED = new Set<string | null>(['kit', 'terms', 'proof', 'paper']);

export const serviceOf = (path: string) => SERVICE.exec(path)?.[1] ?? null;
/** Only these files access the database: `store*.ts` and files in `store/`. */
export const isStore = (file: string) =>
  /^store[^/]*\.tsx?$/.test(basename(file)) || /^services\/[^/]+\/src\/(?:[^/]+\/)?store\//.test(file);

/** Path below src/ of a service's production file; null for tests, migrations and shared packages. */
export function sourceOf(file: string): string | null {
  const [, service = null, inside = null] = /^services\/([^/]+)\/src\/(.+)$/.exec(file) ?? [];
  return SHARED.has(service) || TEST.test(file) ? null : inside;
}
