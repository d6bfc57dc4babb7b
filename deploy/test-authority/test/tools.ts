import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pythonPackage } from '../../../services/certificate/test/python.ts';

const isThere = (command: string): boolean =>
  spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined;

/**
 * Creates a function that runs poppler's pdfsig and trusts only the given roots; undefined, with a log line,
 * when a tool is missing.
 */
export function pdfsigWith(folder: string, roots: readonly string[]): ((pdf: string) => string) | undefined {
  const missing = ['pdfsig', 'certutil'].filter((command) => !isThere(command));
  if (missing.length > 0) {
    console.log(`${missing.join(', ')} missing (poppler-utils, libnss3-tools): pdfsig is not asked`);
    return undefined;
  }
  mkdirSync(folder);
  const store = `sql:${folder}`;
  execFileSync('certutil', ['-N', '-d', store, '--empty-password']);
  for (const [index, root] of roots.entries())
    execFileSync('certutil', ['-A', '-d', store, '-n', `root ${index}`, '-t', 'CT,C,C', '-i', root]);
  return (pdf) => spawnSync('pdfsig', ['-nssdir', store, pdf], { encoding: 'utf8' }).stdout;
}

type Verdict = {
  /** OK, or the sub-indication of the failure (EN 319 102-1 §5.1.3). */
  verdict: string;
  intact: boolean;
  trusted: boolean;
  /** Kind of the changes after the signature; null without a result. */
  changes: string | null;
  /** Whether each document time stamp is valid. */
  stamps: boolean[];
};

/**
 * Creates a function that verifies a PDF with pyHanko, as of `years` from now; undefined, with a log line,
 * when pyHanko cannot be installed.
 */
export function pyhanko(): ((pdf: string, years: number, roots: readonly string[]) => Verdict) | undefined {
  const programs = pythonPackage('pyhanko', '0.38.0');
  if (programs === undefined) return undefined;
  const python = join(programs, 'python');
  const script = join(import.meta.dirname, 'ask-pyhanko.py');
  return (pdf, years, roots) => {
    const { stdout, stderr } = spawnSync(python, [script, pdf, String(years), ...roots], {
      encoding: 'utf8',
    });
    try {
      return JSON.parse(stdout) as Verdict;
    } catch {
      // pyHanko stopped with an error. The file counts as invalid.
      const reason = stderr.trim().split('\n').at(-1) ?? '';
      return { verdict: reason, intact: false, trusted: false, changes: null, stamps: [] };
    }
  };
}
