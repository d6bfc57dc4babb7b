import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs an exact version of a Python package in a cached virtual environment.
 * @returns the folder of its programs; undefined when it cannot be installed
 */
export function pythonPackage(name: string, version: string): string | undefined {
  const folder = join(homedir(), '.cache/g2-registry', `${name}-${version}`);
  const programs = join(folder, 'bin');
  if (existsSync(join(folder, 'complete'))) return programs;
  rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' });
    const asked = ['-m', 'pip', 'install', '-q', `${name}==${version}`];
    execFileSync(join(programs, 'python'), asked, { stdio: 'pipe' });
  } catch (error) {
    console.log(`${name} can't be installed, and is not asked: ${String(error).split('\n')[0]}`);
    return undefined;
  }
  mkdirSync(join(folder, 'complete'));
  return programs;
}
