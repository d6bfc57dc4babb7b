import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './stack.ts';

export const HTTP_JOURNEY = 'deploy/tests/e2e/http-journey.e2e.test.ts';
export const BROWSER_JOURNEY = 'deploy/tests/e2e/browser-journey.e2e.test.ts';

/** Runs end-to-end tests that need only a URL against a running product. @throws when a test fails */
export async function runJourneys(url: string, files: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-journey-'));
  try {
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ url }));
    const env = { ...process.env, E2E_DATA_DIR: folder };
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', ...files];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`failed: ${files.join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
