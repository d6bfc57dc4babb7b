import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzip } from '../../../services/certificate/test/unzip.ts';
import { startWorld } from '../../../services/certificate/test/world.ts';
import { startTestAuthority } from '../../test-authority/src/server.ts';
import { offline, without } from './offline.ts';

const CHANGES = 2_000;
const SLOW = 300_000;

const place = mkdtempSync(join(tmpdir(), 'g2-bundle-'));
const folder = (name: string) => {
  const path = join(place, name);
  mkdirSync(path, { recursive: true });
  return path;
};
let zip: Buffer;
let files: Map<string, Buffer>;
let deposited: Buffer;

beforeAll(async () => {
  const authority = await startTestAuthority({ folder: folder('authority') });
  const world = await startWorld({
    TSA_URLS: authority.urls.join(','),
    TSA_ROOTS_FILE: authority.files.tsaRoots,
    SIGNING_P12_FILE: authority.files.p12,
    SIGNING_P12_PASSWORD: readFileSync(authority.files.password, 'utf8'),
  });
  try {
    const { id, file } = await world.register('Um pacote inteiro');
    deposited = file;
    await world.advance(id);
    zip = await eventually('the bundle is whole', async () => {
      const { content } = await world.certificates.getProof({ id }, { token: world.owner.token });
      const found = await unzip(content);
      return (
        ['carimbos/arquivo-2', 'carimbos/certificado-2', 'chegada/carimbo-2'].every((name) =>
          found.has(`${name}.tsr`),
        ) && Buffer.from(content)
      );
    });
    files = await unzip(zip);
  } finally {
    await world.close();
    await authority.stop();
  }
}, SLOW);
afterAll(() => rmSync(place, { recursive: true, force: true }));

function unpacked(name: string): string {
  const into = folder(name);
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), bytes);
  }
  return into;
}

/** Packs g2-verify by `npm pack`. @returns the path of the tarball */
function packed(): string {
  const options = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const;
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder('packed')], options);
  const [, name = ''] = /"filename": "([^"]+)"/.exec(output) ?? [];
  return join(place, 'packed', name);
}

it(
  `g2-verify from its tarball, ${without}: exits with 0, 1 or 2 and lists its checks`,
  async () => {
    const tarball = packed();
    const cwd = folder('empty');
    const home = folder('home');
    const ask = (bundle: string) =>
      offline(`npx --yes --package ${tarball} g2-verify ${bundle}`, { cwd, home });
    writeFileSync(join(place, 'prova.zip'), zip);
    writeFileSync(join(place, 'codigo.zip'), deposited);

    writeFileSync(join(place, 'chave'), files.get('registro/chave') ?? '');
    writeFileSync(join(place, 'raizes.pem'), files.get('carimbos/autoridades.pem') ?? '');
    const published = `--chave ${place}/chave --raizes ${place}/raizes.pem`;
    const whole = await ask(`${place}/prova.zip --arquivo ${place}/codigo.zip ${published}`);
    expect(whole.text).toMatch(/^CONFERE\.$/m);
    expect(whole.code).toBe(0);
    for (const { part, what } of checkBundle(files)) expect(whole.text).toContain(` ${part}: ${what} (`);
    // Without trusted keys, a bundle that matches its own keys may be forged.
    const alone = await ask(`${place}/prova.zip`);
    expect(alone.text).toContain('SEM CONCLUSÃO: o pacote confere com as chaves que ele mesmo traz');
    expect(alone.text).not.toMatch(/^CONFERE/m);
    expect(alone.code).toBe(3);
    expect(whole.text).toContain('o arquivo é o depositado');
    expect(whole.text).not.toContain('FALHA');

    const changed = unpacked('changed');
    const path = join(changed, 'carimbos/certificado-1.tsr');
    writeFileSync(
      path,
      readFileSync(path).map((byte, at) => (at === 500 ? byte ^ 1 : byte)),
    );
    const refused = await ask(changed);
    expect(refused.text).toContain('NÃO CONFERE: carimbos/certificado-1.tsr.');
    expect(refused.code).toBe(1);
    expect(await ask(`${place}/prova.zip --arquivo ${path}`)).toMatchObject({ code: 1 });

    expect(await ask(join(place, 'nowhere.zip'))).toMatchObject({ code: 2 });
    expect(await ask(`${place}/prova.zip --arquivo ${place}/nowhere`)).toMatchObject({ code: 2 });
    expect(await ask(`${place}/codigo.zip`)).toMatchObject({ code: 2 });
  },
  SLOW,
);

it(
  `runs the commands of LEIA-ME.txt unchanged, ${without}`,
  async () => {
    const home = folder('home');
    const cwd = unpacked('read-me/prova');
    writeFileSync(join(cwd, 'arquivo.zip'), deposited);
    // The package is installed in the parent of the bundle's folder, where `npx g2-verify` finds it.
    const around = { cwd: join(place, 'read-me'), home };
    expect(await offline(`npm install --no-audit --no-fund ${packed()}`, around)).toMatchObject({ code: 0 });
    const text = String(files.get('LEIA-ME.txt'));
    const requests: string[] = [];
    for (const [, line, script] of text.matchAll(/^ {4}(\S.*)$|^(python3 - <<'FIM'\n[\s\S]*?\nFIM)$/gm)) {
      const command = script ?? line ?? '';
      const [program = ''] = command.split(' ');
      requests.push(program);
      if (spawnSync(program, ['--help']).error) {
        console.log(`${program} is not installed: it is not asked`);
        continue;
      }
      const { code, text: said } = await offline(command, { cwd, home });
      expect(code, `${command}\n${said}`).toBe(program === 'npx' ? 3 : 0);
      if (program === 'openssl')
        expect(said, command).toContain(command.includes(' -verify ') ? 'Verification: OK' : 'Time stamp: ');
      else if (program === 'python3') expect(said).toBe('Inclusao: OK\n');
      else if (program === 'pdfsig') expect(said).toContain('Signature is Valid.');
      else if (program === 'npx') expect(said).toMatch(/^SEM CONCLUSÃO/m);
      else expect(text, command).toContain(said.slice(0, 64));
    }
    expect(requests.toSorted().join(' ')).toBe(
      `cat cat npx ${'openssl '.repeat(12)}pdfsig python3 sha256sum`,
    );
  },
  SLOW,
);

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it(
  `refuses each of ${CHANGES} changed bytes, naming the changed part`,
  () => {
    const seed = Date.now() % 2 ** 31;
    const random = randoms(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const names = [...files.keys()];
    expect(names).toHaveLength(26);
    for (let change = 0; change < CHANGES; change++) {
      const name = names[change % names.length] ?? '';
      const bytes = Buffer.from(files.get(name) ?? '');
      const at = below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 + below(255));
      const failing = checkBundle(new Map(files).set(name, bytes)).filter(
        ({ outcome }) => outcome === 'fails',
      );
      const label = `seed ${seed}, change ${change}: ${name} at ${at}`;
      expect(
        failing.map(({ part }) => part),
        label,
      ).toContain(name);
    }
  },
  SLOW,
);

it('refuses a bundle with a missing or an added part', () => {
  const failing = (changed: Map<string, Uint8Array>) =>
    checkBundle(changed).flatMap(({ part, outcome }) => (outcome === 'fails' ? [part] : []));
  for (const name of files.keys()) {
    const rest = new Map(files);
    rest.delete(name);
    expect(failing(rest), name).toContain(name);
  }
  const stamp = files.get('carimbos/arquivo-1.tsr') ?? Buffer.of();
  expect(failing(new Map(files).set('carimbos/arquivo-3.tsr', stamp))).toEqual(['carimbos/arquivo-3.tsr']);
  const beside = checkBundle(new Map(files).set('codigo.zip', deposited));
  expect(beside.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
  expect(beside.find(({ part }) => part === 'codigo.zip')).toMatchObject({
    outcome: 'open',
    detail: 'não é do pacote',
  });
});
