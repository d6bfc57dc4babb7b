import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inspectArchive } from '../../../services/storage-hashing/src/archive/inspect.ts';
import { optionsOf } from '../src/options.ts';
import { withSource } from '../src/source.ts';
import { type Entry, packZip } from '../src/zip.ts';
import { makeRepository } from './repository.ts';

const place = mkdtempSync(join(tmpdir(), 'g2-pack-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

it('writes a ZIP that other programs can read, with and without compression', async () => {
  const repository = join(place, 'sistema');
  makeRepository(repository);
  for (const args of [[], ['--compress']]) {
    const out = join(place, 'fora.zip');
    await withSource(repository, optionsOf('register', ['--out', out, ...args]), async () => undefined);
    const into = mkdtempSync(join(place, 'aberto-'));
    const modes = execFileSync('python3', ['-c', READ, out, into], { encoding: 'utf8' });
    expect(readFileSync(join(into, 'src/maçã e pêra.ts'), 'utf8')).toBe('export const a = 1;\n');
    expect(JSON.parse(modes)).toMatchObject({
      'roda.sh': '0o100755',
      atalho: '0o120777',
      'LEIA-ME.md': '0o100644',
    });
  }
});

const READ = [
  'import json, sys, zipfile',
  'z = zipfile.ZipFile(sys.argv[1])',
  'assert z.testzip() is None',
  'z.extractall(sys.argv[2])',
  'print(json.dumps({i.filename: oct(i.external_attr >> 16) for i in z.infolist()}))',
].join('\n');

it('lists every file of a ZIP with more than 65,535 files', async () => {
  const path = join(place, 'muitos.zip');
  const many = 66_000;
  async function* entries(): AsyncGenerator<Entry> {
    for (let n = 0; n < many; n++)
      yield { path: Buffer.from(`a/${n}`), mode: '100644', content: Buffer.from('x') };
  }
  const { size } = await packZip(path, entries(), false);
  const bytes = readFileSync(path);
  const found = await inspectArchive(async (at, length) => bytes.subarray(at, at + length), size);
  expect(found.entries).toHaveLength(many);
});
