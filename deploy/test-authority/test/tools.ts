import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pythonPackage } from '../../../services/certificate/test/python.ts';

const isThere = (command: string): boolean =>
  spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined;

/** pdfsig of poppler, which believes only the roots of a folder of certutil's; undefined, and told, where either is missing. */
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
  /** OK, or the ETSI's word for what is wrong (EN 319 102-1 §5.1.3). */
  verdict: string;
  intact: boolean;
  trusted: boolean;
  /** What was done to the file since it was signed. */
  changes: string | null;
  /** Of each document time stamp, whether it holds. */
  stamps: boolean[];
};

/** pyHanko; undefined, and told, where it can't be had. */
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
      // It reads no further: what it says then is no verdict, but not yes.
      const reason = stderr.trim().split('\n').at(-1) ?? '';
      return { verdict: reason, intact: false, trusted: false, changes: null, stamps: [] };
    }
  };
}
