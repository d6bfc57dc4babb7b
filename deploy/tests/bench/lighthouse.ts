import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Lighthouse and its dependencies have 176 MB, so it is installed into a cache per user, not as a dependency. */
const VERSION = '13.5.0';

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
type Audit = {
  id: string;
  title: string;
  score: number | null;
  numericValue?: number;
  scoreDisplayMode: string;
};
export type Report = {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Partial<
    Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  >;
  audits: Record<string, Audit>;
};
export type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: Category[]; disableStorageReset: boolean; logLevel: 'silent' },
) => Promise<{ lhr: Report } | undefined>;

/** Loads Lighthouse; installs it from the npm registry the first time. @throws npm's error when that fails */
export async function loadLighthouse(): Promise<Lighthouse> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'g2-registry', `lighthouse-${VERSION}`);
  if (!existsSync(folder)) await install(folder);
  const module = join(folder, 'node_modules/lighthouse/core/index.js');
  return ((await import(pathToFileURL(module).href)) as { default: Lighthouse }).default;
}

async function install(folder: string): Promise<void> {
  console.log(`installing Lighthouse ${VERSION} (once)`);
  mkdirSync(dirname(folder), { recursive: true });
  // Install into a temporary folder and rename it, so that an interrupted installation is not used.
  const own = mkdtempSync(join(dirname(folder), '.lighthouse-'));
  try {
    writeFileSync(join(own, 'package.json'), '{ "private": true }');
    await promisify(execFile)(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`],
      { cwd: own },
    );
    renameSync(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
