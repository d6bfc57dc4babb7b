import { basename } from 'node:path';

/** One import of a file: the folder-relative path for one inside the repository, else the name as written. */
export type Target = { written: string; path: string | null };

export type Rule = {
  applies: (file: string) => boolean;
  allows: (target: Target, file: string) => boolean;
  says: string;
};

const SERVICE = /^services\/([^/]+)\//;

/** A service's own domain, or that of one of its rooms. */
export const DOMAIN = /^services\/([^/]+)\/src\/(?:[^/]+\/)?domain\//;
export const TEST = /\.(int\.|e2e\.)?test\.tsx?$/;
/** The words and numbers of the trade: as pure as the domain, and everybody's. */
export const TERMS = /^services\/terms\//;

/** The formats of proofs, which a stranger's machine checks with nothing else of the house. */
export const PROOF = /^services\/proof\//;

/** What is drawn on paper: certificates and receipts. */
export const PAPER = /^services\/paper\//;

/** What every service shares; the others are apart. */
export const SHARED = new Set<string | null>(['kit', 'terms', 'proof', 'paper']);

export const serviceOf = (path: string) => SERVICE.exec(path)?.[1] ?? null;
/** The only files that read or write the database: `store*.ts`, and what is in a folder `store/`. */
export const isStore = (file: string) =>
  /^store[^/]*\.tsx?$/.test(basename(file)) || /^services\/[^/]+\/src\/(?:[^/]+\/)?store\//.test(file);

/** A program file of one of the five services; null for tests, migrations and what they share. */
export function sourceOf(file: string): string | null {
  const [, service = null, inside = null] = /^services\/([^/]+)\/src\/(.+)$/.exec(file) ?? [];
  return SHARED.has(service) || TEST.test(file) ? null : inside;
}
