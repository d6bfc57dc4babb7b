import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { expect, it } from 'vitest';
import { levelOf } from '../../../services/certificate/src/pades/sign.ts';
import { signedWorld } from './signed-world.ts';

const { folder, authority, world, asOwner, evidence, bundle, stamped } = await signedWorld();
const run = promisify(execFile);
const ofDeposit = (name: string) => name.startsWith('carimbos/');

/** Runs the commands that a bundle's LEIA-ME.txt shows, unchanged. @returns those that verify by openssl */
async function runCommands(files: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const place = mkdtempSync(join(folder, 'bundle-'));
  for (const [name, bytes] of files) {
    const path = join(place, name);
    await run('mkdir', ['-p', join(path, '..')]);
    writeFileSync(path, bytes);
  }
  const text = String(files.get('LEIA-ME.txt'));
  const commands = text.match(/^ {4}(?:openssl|cat) .*$/gm) ?? [];
  for (const command of commands) {
    const { stdout, stderr } = await run('sh', ['-c', command.trim()], { cwd: place });
    if (command.includes('-verify')) expect(stdout + stderr).toContain('Verification: OK');
    else if (command.includes('-reply')) expect(stdout).toMatch(/^Time stamp: .* GMT$/m);
    else expect(text).toContain(stdout.slice(0, 64));
  }
  return commands.filter((command) => command.includes('-verify'));
}

// Must be the first test: only one checkpoint per minute is stamped, so a later one would wait.
it('proves the minute in which a file arrived, before any payment', async () => {
  const before = Date.now();
  const { id, sha256 } = await world.register('Sem pagamento');
  const since = await eventually('its arrival is stamped', async () => (await evidence(id)).provableSince);
  expect(since.of).toBe('checkpoint');
  expect(Math.abs(Number(since.time) - before)).toBeLessThan(120_000);
  const files = await bundle(id);
  expect(JSON.parse(String(files.get('manifesto.json')))).toMatchObject({
    evento: 'deposito',
    arquivo: { sha256 },
  });
  expect(checkBundle(files, { roots: authority.roots }).filter(({ outcome }) => outcome === 'fails')).toEqual(
    [],
  );
  expect(await runCommands(files)).toHaveLength(2);
});

it('stamps a deposit with both authorities within seconds of its payment', async () => {
  const { id } = await world.register('Carimbado');
  await world.advance(id, ['paid']);
  const { stamps } = await stamped(id, 2);
  expect(new Set(stamps.map((stamp) => stamp.authority)).size).toBe(2);
  for (const { of, time } of stamps) {
    expect(of).toBe('file');
    expect(Math.abs(Date.now() - (time?.getTime() ?? 0))).toBeLessThan(60_000);
  }
});

it('stamps the same file again when it is deposited after the first registration was deleted', async () => {
  const { id, sha256 } = await world.register('De novo');
  await world.advance(id, ['paid']);
  const { stamps } = await stamped(id, 2);
  const again = await world.register('De novo, depois');
  const { DATABASE_URL } = world.testEnv.env('registration');
  const registration = world.testEnv.pool({ connectionString: DATABASE_URL, max: 1 });
  const give = 'UPDATE registrations SET sha256 = $2 WHERE id = $1';
  await registration.query(give, [id, randomBytes(32).toString('hex')]);
  await registration.query(give, [again.id, sha256]);
  await world.advance(again.id, ['paid']);
  const second = await stamped(again.id, 2);
  expect(second.stamps[0]?.time?.getTime()).toBeGreaterThanOrEqual(stamps[0]?.time?.getTime() ?? Infinity);
});

it('signs a certificate at level B-LTA and produces a valid bundle', async () => {
  const { id } = await world.register('Assinado');
  await world.advance(id);
  await eventually('issued', async () => (await evidence(id)).number);
  await stamped(id, 4);
  const files = await eventually('logged', async () => {
    const found = await bundle(id);
    return found.has('certificado.pdf') && found.has('carimbos/certificado-2.tsr') && found;
  });
  expect(levelOf(files.get('certificado.pdf') ?? Buffer.of())).toBe('B-LTA');
  const checks = checkBundle(files, { roots: authority.roots });
  expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
  const stamps = checks.filter(({ part, what }) => what === 'carimbo do tempo' && ofDeposit(part));
  expect(stamps).toHaveLength(4);
});

it('keeps the stamps of a replacement certificate separate', async () => {
  const { id } = await world.register('Retificado');
  await world.advance(id);
  const first = await eventually('issued', async () => (await evidence(id)).number);
  await stamped(id, 4);
  const { DATABASE_URL } = world.testEnv.env('registration');
  const registration = world.testEnv.pool({ connectionString: DATABASE_URL, max: 1 });
  await registration.query("UPDATE registrations SET holder_name = 'Nome certo' WHERE id = $1", [id]);
  await world.certificates.getCertificate({ id }, await asOwner());
  const { number = '' } = await stamped(id, 4);
  expect(number).not.toBe(first);
  for (const one of [first ?? '', number])
    expect((await world.certificates.getPublicCertificate({ number: one })).stamps).toHaveLength(4);
  const files = await bundle(id);
  const checks = checkBundle(files, { roots: authority.roots });
  expect(checks.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
  const stamps = checks.filter(({ part, what }) => what === 'carimbo do tempo' && ofDeposit(part));
  expect(stamps).toHaveLength(4);
});

it('the commands in a bundle’s LEIA-ME.txt run unchanged', async () => {
  const { id } = await world.register('Leia-me');
  await world.advance(id);
  await eventually('issued', async () => (await evidence(id)).number);
  await stamped(id, 4);
  const commands = await runCommands(await bundle(id));
  // Two stamps of the file, two of the certificate, and those of the arrival.
  expect(commands.length).toBeGreaterThanOrEqual(4);
  for (const command of commands) expect(command).toMatch(/ -attime \d{10}$/);
});
