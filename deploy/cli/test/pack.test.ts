import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectArchive } from '../../../services/storage-hashing/src/archive/inspect.ts';
import { optionsOf } from '../src/options.ts';
import { withSource } from '../src/source.ts';
import { git, makeRepository, put } from './repository.ts';

const place = mkdtempSync(join(tmpdir(), 'g2-pack-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const repository = join(place, 'sistema');
makeRepository(repository);

/** Packs a folder, and inspects the ZIP with the same code as the storage service. */
const packed = (folder: string, ...args: string[]) =>
  withSource(folder, optionsOf('register', args), async ({ path, sha256, ...rest }) => {
    const bytes = readFileSync(path);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const read = async (at: number, length: number) => bytes.subarray(at, at + length);
    const found = await inspectArchive(read, bytes.length);
    return { ...rest, sha256, bytes, found, names: found.entries.map(({ path: name }) => name) };
  });

describe('the ZIP of a repository', () => {
  it('contains exactly the files of the requested Git ref', async () => {
    const before = await packed(repository);
    put(repository, { segredos: 'x', 'novo.ts': 'x', 'LEIA-ME.md': 'mudado', 'src/Z.ts': 'mudado' });
    const { names, sha256, found } = await packed(repository, '--ref', 'v1');
    expect(names.toSorted()).toEqual(
      ['.gitignore', 'LEIA-ME.md', 'atalho', 'roda.sh', 'src/Z.ts', 'src/maçã e pêra.ts'].toSorted(),
    );
    expect(found.warnings).toEqual(before.found.warnings);
    expect(sha256).toBe(before.sha256);
    git(repository, 'commit', '--quiet', '--all', '--message', 'dois');
    expect((await packed(repository)).sha256).not.toBe(sha256);
    expect((await packed(repository, '--ref', 'v1')).sha256).toBe(sha256);
  });

  it('has the same bytes for the same commit, on any machine at any time', async () => {
    const clone = join(place, 'outra pasta');
    execFileSync('git', ['clone', '--quiet', '--config', 'core.autocrlf=true', repository, clone]);
    const [here, there] = [await packed(repository, '--ref', 'v1'), await packed(clone, '--ref', 'v1')];
    expect(there.bytes.equals(here.bytes)).toBe(true);
    // Pinned: later releases must produce the same ZIP.
    expect(here.sha256).toBe('1af13c8fc9580b3d7176bb010d9bdebcfedc901464ac2f443330ca260a0a72f2');
    expect(here.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(here.fileName).toBe(`sistema-${here.commit?.slice(0, 12)}.zip`);
  });

  it('contains only the given subfolder', async () => {
    const { names, fileName } = await packed(join(repository, 'src'), '--ref', 'v1');
    expect(names.toSorted()).toEqual(['Z.ts', 'maçã e pêra.ts']);
    expect(fileName).toMatch(/^src-/);
  });

  it('is not created when there is nothing to pack, and the error states the reason', async () => {
    const nowhere = join(place, 'sem git');
    mkdirSync(nowhere);
    await expect(packed(nowhere)).rejects.toThrow(/não está em um repositório Git/);
    await expect(packed(repository, '--ref', 'nenhum')).rejects.toThrow('Não há nenhum commit em "nenhum"');
    await expect(packed(repository, '--ref=--output=x')).rejects.toThrow(/Não há nenhum commit/);
    await expect(packed(join(place, 'não existe'))).rejects.toThrow(/Não existe/);
    await expect(packed(join(repository, 'LEIA-ME.md'))).rejects.toThrow(/Não é um .zip/);
    git(nowhere, 'init', '--quiet');
    await expect(packed(nowhere)).rejects.toThrow(/Não há nenhum commit/);
  });
});
