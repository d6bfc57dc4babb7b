import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'g2-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const make = (...more: string[]): string =>
  execFileSync(
    process.execPath,
    ['deploy/ops/make-secrets.ts', join(folder, 'made'), join(folder, 'shares'), ...more],
    { cwd: root, encoding: 'utf8', stdio: 'pipe' },
  );
const urlIn = (place: string, service: string): URL =>
  new URL(readFileSync(join(folder, place, `${service}-database-url`), 'utf8'));

it('[secrets-renamed] switches one service to its other database role with a new password', () => {
  make();
  const [identity, registration] = [urlIn('made', 'identity'), urlIn('made', 'registration')];
  expect(identity.username).toBe('g2_identity');
  make();
  expect(urlIn('made', 'identity').href).toBe(identity.href);

  make('identity');
  const second = urlIn('made', 'identity');
  expect(second.username).toBe('g2_identity_b');
  for (const place of ['shares/identity', 'shares/provision', 'shares/tools']) {
    expect(urlIn(place, 'identity').href, place).toBe(second.href);
  }
  expect(urlIn('made', 'registration').href).toBe(registration.href);

  make('identity');
  const third = urlIn('made', 'identity');
  expect(third.username).toBe('g2_identity');
  expect(new Set([identity, second, third].map(({ password }) => password)).size).toBe(3);
});

it('[secrets-unknown] refuses an unknown service', () => {
  expect(() => make('identidade')).toThrow('there is no service identidade');
});
