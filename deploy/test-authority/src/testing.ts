import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function tempFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'test-authority-'));
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

/** Runs openssl. @returns its output; undefined, with a log line, when it is not installed */
export function openssl(...args: string[]): string | undefined {
  if (spawnSync('openssl', ['version']).error) {
    console.log('openssl is not installed: it is not asked for its opinion');
    return undefined;
  }
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
