import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createKeyRing, type KeyRing } from '../src/actor.ts';
import type { ServiceKeys } from '../src/keys.ts';

/** Tests start processes, which are slow on a busy machine. */
const SPAWNS = { timeout: 30_000 };
const folder = mkdtempSync(join(tmpdir(), 'g2-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = (...args: string[]): string =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'keys.ts'), folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as T;

/** Loads the key ring of `service` from the current key files, as a program does at its start. */
const ringOf = (service: string): Promise<KeyRing> =>
  createKeyRing(read<ServiceKeys['private'][string]>(service), read<ServiceKeys['trusted']>('trusted'));
const accepts = (ring: KeyRing, token: string) =>
  ring.actorOf(token).then(
    () => true,
    () => false,
  );

it('creates keys once, readable only by their owner', SPAWNS, () => {
  expect(keys()).toContain('made: identity');
  const first = readFileSync(join(folder, 'trusted.json'), 'utf8');
  expect(keys()).toBe('every key is there\n');
  expect(readFileSync(join(folder, 'trusted.json'), 'utf8')).toBe(first);
  expect(statSync(join(folder, 'identity.json')).mode & 0o777).toBe(0o600);
});

it('rotates a key without refusing a valid token, and refuses the old key afterwards', SPAWNS, async () => {
  const before = { identity: await ringOf('identity'), registration: await ringOf('registration') };
  const old = await before.identity.serviceToken('registration');
  keys('add', 'identity');
  const added = await ringOf('registration');
  keys('use', 'identity');
  const fresh = await (await ringOf('identity')).serviceToken('registration');
  expect(await accepts(before.registration, old)).toBe(true);
  expect(await accepts(added, old)).toBe(true);
  expect(await accepts(added, fresh)).toBe(true);
  keys('retire', 'identity');
  const retired = await ringOf('registration');
  expect(await accepts(retired, fresh)).toBe(true);
  expect(await accepts(retired, old)).toBe(false);
});

it(
  'derives the same public keys from a seed in every pod, and only the private key of its own service',
  SPAWNS,
  async () => {
    const seeded = (name: string) => {
      const place = mkdtempSync(join(tmpdir(), 'g2-seed-'));
      const env = { ...process.env, KEY_SEED: 'um-segredo-de-demonstracao-bem-longo' };
      execFileSync(process.execPath, [join(import.meta.dirname, 'keys.ts'), place, 'derive', name], { env });
      const [own, trusted] = [`${name}.json`, 'trusted.json'].map((file) =>
        JSON.parse(readFileSync(join(place, file), 'utf8')),
      );
      rmSync(place, { recursive: true });
      return createKeyRing(own, trusted);
    };
    const [identity, registration] = await Promise.all([seeded('identity'), seeded('registration')]);
    expect(await registration.actorOf(await identity.serviceToken('registration'))).toEqual({
      kind: 'service',
      name: 'identity',
    });
  },
);

it('prints the usage of the command for an unknown service', SPAWNS, () => {
  expect(() => keys('add', 'unknown')).toThrow(/usage: keys\.ts/);
});
