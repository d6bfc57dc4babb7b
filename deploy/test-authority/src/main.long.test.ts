import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { tempFolder } from './testing.ts';

/** Starting processes is slow on a busy machine. */
const SPAWNS = { timeout: 30_000 };
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const folder = tempFolder();
afterAll(() => folder.remove());

const run = (env: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });

test.each([
  ['without G2_DEMO', { FOLDER: folder.path }],
  ['in production', { G2_DEMO: '0', FOLDER: folder.path }],
  ['without a folder', { G2_DEMO: '1' }],
])('refuses to start %s, with an error of one line', SPAWNS, async (_name, env) => {
  const child = run(env);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(errors).toMatch(/^test-authority: [^\n]+\n$/);
});

test('serves until SIGTERM', SPAWNS, async () => {
  const child = run({ G2_DEMO: '1', FOLDER: folder.path, PORT: '0' });
  const [line] = await once(child.stdout, 'data');
  const [, url = ''] = /^test-authority ready: (\S+)\n$/.exec(String(line)) ?? [];
  expect((await fetch(`${url}/_test/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('`make` creates the folder of keys and exits', SPAWNS, async () => {
  const path = join(folder.path, 'made');
  const env = { G2_DEMO: '1', FOLDER: path, BASE_URL: 'http://a:1', AUTHORITY_SEED: 'seed' };
  expect(await once(run(env, 'make'), 'exit')).toEqual([0, null]);
  expect(existsSync(join(path, 'assinatura.p12'))).toBe(true);
});
