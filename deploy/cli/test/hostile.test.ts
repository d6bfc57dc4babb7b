import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { snapshot } from '../src/git.ts';
import { optionsOf } from '../src/options.ts';
import { withSource } from '../src/source.ts';
import { git, makeRepository, put } from './repository.ts';

const place = mkdtempSync(join(tmpdir(), 'g2-hostile-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const ran = join(place, 'ran');
mkdirSync(ran);

/** Shell command that creates a marker file with this name: the file proves that the command ran. */
const leaves = (name: string, then = 'cat') => `touch '${join(ran, name)}'; ${then}`;

function script(path: string, name: string): string {
  writeFileSync(path, `#!/bin/sh\n${leaves(name, 'exit 0')}\n`, { mode: 0o755 });
  return path;
}

/** Creates a repository that names a program in every setting from which Git could start one. */
function hostile(folder: string): void {
  makeRepository(folder, { '.gitattributes': '* filter=evil diff=evil\n*.ts filter=a=b\n' });
  const set = (name: string, value: string) => git(folder, 'config', name, value);
  const program = script(join(place, 'program.sh'), 'program');
  for (const filter of ['evil', 'a=b']) {
    set(`filter.${filter}.clean`, leaves('clean'));
    set(`filter.${filter}.smudge`, leaves('smudge'));
    set(`filter.${filter}.process`, leaves('process'));
    set(`filter.${filter}.required`, 'true');
  }
  set('diff.evil.textconv', program);
  set('diff.evil.command', program);
  set('diff.external', program);
  for (const name of ['core.pager', 'core.editor', 'core.askPass', 'core.gitProxy', 'gpg.program']) {
    set(name, program);
  }
  set('pager.status', program);
  set('credential.helper', `!${program}`);
  set('core.fsmonitor', script(join(place, 'fsmonitor.sh'), 'fsmonitor'));
  set('core.sshCommand', leaves('ssh', 'false'));
  set('protocol.allow', 'always');
  for (const name of ['ssh', 'file', 'ext']) set(`protocol.${name}.allow`, 'always');
  const hooks = join(folder, '.git/hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of [
    'post-index-change',
    'reference-transaction',
    'post-checkout',
    'pre-auto-gc',
    'fsmonitor-watchman',
  ]) {
    script(join(hooks, hook), 'hook');
  }
}

/** Makes the repository a partial clone that lacks a blob, which Git would fetch from `url`. */
function withoutBlob(folder: string, path: string, url: string): void {
  const blob = git(folder, 'rev-parse', `HEAD:${path}`);
  rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const set = (name: string, value: string) => git(folder, 'config', name, value);
  set('core.repositoryFormatVersion', '1');
  set('extensions.partialClone', 'origin');
  set('remote.origin.url', url);
  set('remote.origin.promisor', 'true');
  set('remote.origin.partialclonefilter', 'blob:none');
  set('remote.origin.uploadpack', leaves('upload-pack', 'false'));
}

const packed = (folder: string) =>
  withSource(folder, optionsOf('register', ['--dry-run']), async ({ size }) => size);

it('runs no program named in the repository’s Git configuration', async () => {
  const folder = join(place, 'hostil');
  hostile(folder);
  put(folder, { 'LEIA-ME.md': '# Ola\n', 'novo.ts': 'x' });
  // File times newer than the index would make Git read the contents through its filters.
  const later = new Date(Date.now() + 60_000);
  for (const path of ['LEIA-ME.md', 'src/Z.ts', 'roda.sh']) utimesSync(join(folder, path), later, later);
  expect(await packed(folder)).toBeGreaterThan(0);
  expect(readdirSync(ran)).toEqual([]);
});

it.each([
  ['by SSH', 'ssh://git@registry.invalid/x.git'],
  ['from a folder', join(place, 'origem')],
  ['by a program', `ext::sh -c "touch% ${join(ran, 'ext')}"`],
])('refuses a partial clone without fetching its missing files %s', async (_how, url) => {
  const folder = mkdtempSync(join(place, 'parcial-'));
  hostile(folder);
  withoutBlob(folder, 'LEIA-ME.md', url);
  await expect(packed(folder)).rejects.toThrow(/clone parcial/);
  expect(existsSync(ran) && readdirSync(ran)).toEqual([]);
});

it('counts changed, removed, staged and new files as uncommitted', () => {
  const folder = join(place, 'mudado');
  const big = Buffer.alloc(200_000, 'conteúdo');
  makeRepository(folder, { 'a.txt': 'um\ndois\n', 'b.txt': 'um\n', 'c.txt': 'x', 'grande.bin': big });
  expect(snapshot(folder, 'HEAD').uncommitted).toBe(0);
  put(folder, { segredos: 'x', 'a.txt': 'um\r\ndois\r\n' });
  expect(snapshot(folder, 'HEAD').uncommitted).toBe(0);
  put(folder, { 'b.txt': 'outro\n', 'novo.txt': 'x', 'staged.txt': 'x' });
  rmSync(join(folder, 'c.txt'));
  rmSync(join(folder, 'atalho'));
  put(folder, { atalho: 'LEIA-ME.md' });
  git(folder, 'add', 'staged.txt');
  expect(snapshot(folder, 'HEAD').uncommitted).toBe(5);
  expect(snapshot(folder, 'v1').uncommitted).toBe(5);
  expect(snapshot(join(folder, 'src'), 'HEAD').uncommitted).toBe(0);
});
