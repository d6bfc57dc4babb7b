import { crc32 } from 'node:zlib';
import type { ArchiveWarning } from '@g2/terms/archive';
import { type Case, SOURCE } from './case.ts';
import { extraField, forge, type Part } from './forge.ts';

const UTF8 = 0x800;

/** A case with source code under `name`, which must be listed as `path`. */
const named = (
  what: string,
  name: string | Buffer,
  path: string,
  warnings: ArchiveWarning[] = ['name-changed'],
  flags = UTF8,
): Case => ({
  name: what,
  make: () => forge([{ ...SOURCE, name, flags }]),
  warnings,
  paths: [path],
});

const two = (
  what: string,
  names: [string, string],
  warnings: ArchiveWarning[],
  paths: string[] = [...names].sort(),
): Case => ({
  name: what,
  make: () => forge(names.map((name, i) => ({ name, flags: UTF8, content: `export const a = ${i};` }))),
  warnings,
  paths,
});

/** A name in code page 1252, as Windows programs write that use the ANSI code page. */
const ansi = (path: string): Buffer => Buffer.from(path, 'latin1');

/** Info-ZIP's Unicode path field. */
const unicodePath = (raw: string, path: string): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt32LE(crc32(Buffer.from(raw)), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(path)]));
};

const unix = (mode: number, part: Part): Part => ({ ...part, attributes: (mode << 16) >>> 0 });

export const NAMES: Case[] = [
  named('a way up', '../../etc/cron.d/a.ts', 'etc/cron.d/a.ts'),
  named('a way up in the middle', 'a/../../b.ts', 'a/b.ts'),
  named('a root', '/etc/a.ts', 'etc/a.ts'),
  named('a drive', 'C:/Windows/a.ts', 'Windows/a.ts'),
  named('a drive without a root', 'C:a.ts', 'a.ts'),
  named('a share', '\\\\servidor\\pasta\\a.ts', 'servidor/pasta/a.ts'),
  named('backslashes', 'src\\app\\a.ts', 'src/app/a.ts'),
  named('backslashes up', '..\\..\\a.ts', 'a.ts'),
  named('dots and slashes', './src//a.ts', 'src/a.ts'),
  named('nothing but a way up', '..', '_', ['name-changed', 'no-source']),
  named('no name', '', '_', ['name-changed', 'no-source']),
  named('a NUL', 'a.ts\0.png', 'a.ts␀.png', ['name-changed', 'no-source']),
  named('a line break', 'a\nb.ts', 'a␊b.ts'),
  named('a delete', 'a\x7fb.ts', 'a␡b.ts'),
  named('the order of reading turned', 'a\u202est.exe', 'a\ufffdst.exe', ['name-changed', 'no-source']),
  named('a separator of lines', 'a\u2028b.ts', 'a\ufffdb.ts'),
  named('65,535 bytes', `${'a'.repeat(65_532)}.ts`, `${'a'.repeat(65_532)}.ts`, []),
  named('UTF-8', 'código/ação 🦜 株式.ts', 'código/ação 🦜 株式.ts', []),
  named('UTF-8 without its flag', 'código/ação.ts', 'código/ação.ts', [], 0),
  named('no UTF-8, with its flag', Buffer.from('a\xe7.ts', 'latin1'), 'a\ufffd.ts'),
  named('what Windows writes here', Buffer.from('a\x87\xc6o.ts', 'latin1'), 'ação.ts', ['name-guessed'], 0),
  ...['código/ação.ts', 'café.ts', 'SAÚDE/RELATÓRIO.ts', 'São João.ts', 'É/Ê.ts'].map((path) =>
    named(`${path}, as programs for Windows write it`, ansi(path), path, ['name-guessed'], 0),
  ),
  ...(
    [
      ['SA\xe9DE/N\xc7O.ts', 'SAÚDE/NÃO.ts'],
      ['caf\x82/\x93nibus.ts', 'café/ônibus.ts'],
    ] as const
  ).map(([raw, path]) =>
    named(`${path}, as Windows itself writes it`, Buffer.from(raw, 'latin1'), path, ['name-guessed'], 0),
  ),
  {
    name: 'names of one ZIP in one code page, also where one alone would not tell',
    make: () =>
      forge([SOURCE, { name: ansi('CALÇA.ts'), content: 'x' }, { name: ansi('ação.ts'), content: 'x' }]),
    warnings: ['name-guessed'],
    paths: ['CALÇA.ts', 'ação.ts', 'src/main.ts'],
  },
  {
    name: 'a Unicode field',
    make: () => forge([{ ...SOURCE, name: 'a__o.ts', extra: unicodePath('a__o.ts', 'ação.ts') }]),
    warnings: [],
    paths: ['ação.ts'],
  },
  {
    name: 'a Unicode field of another name',
    make: () => forge([{ ...SOURCE, name: 'a.ts', extra: unicodePath('b.ts', 'evil.ts') }]),
    warnings: [],
    paths: ['a.ts'],
  },
  {
    name: 'a Unicode field with a way up',
    make: () => forge([{ ...SOURCE, name: 'a.ts', extra: unicodePath('a.ts', '../a.ts') }]),
    warnings: ['name-changed'],
    paths: ['a.ts'],
  },
  two('one name twice', ['a.ts', 'a.ts'], ['duplicate-name']),
  two(
    'one name twice, once made safe',
    ['a.ts', '../a.ts'],
    ['duplicate-name', 'name-changed'],
    ['a.ts', 'a.ts'],
  ),
  two('names that differ by case', ['A.ts', 'a.ts'], ['similar-names']),
  two('names that differ by composition', ['a\u0301.ts', 'á.ts'], ['similar-names']),
  two('names that differ by what is not seen', ['a\u200b.ts', 'a.ts'], ['similar-names']),
  {
    name: 'a folder with content',
    make: () => forge([SOURCE, { name: 'pasta/', content: 'export {};' }]),
    warnings: [],
    paths: ['pasta', 'src/main.ts'],
  },
  {
    name: 'a link',
    make: () => forge([SOURCE, unix(0o120777, { name: 'atalho', method: 0, content: '/etc/passwd' })]),
    warnings: ['link'],
    paths: ['atalho', 'src/main.ts'],
  },
  {
    name: 'a link, and a file behind it',
    make: () =>
      forge([
        SOURCE,
        unix(0o120777, { name: 'etc', method: 0, content: '/etc' }),
        { name: 'etc/passwd', content: 'x' },
      ]),
    warnings: ['link'],
    paths: ['etc', 'etc/passwd', 'src/main.ts'],
  },
  {
    name: 'a device',
    make: () => forge([SOURCE, unix(0o060660, { name: 'dev/sda', method: 0, content: '' })]),
    warnings: ['special-file'],
    paths: ['dev/sda', 'src/main.ts'],
  },
  {
    name: 'a mode where there are none: written on Windows',
    make: () => forge([SOURCE, { ...unix(0o120777, { name: 'b.ts', content: 'x' }), madeBy: 0x0014 }]),
    warnings: [],
    paths: ['b.ts', 'src/main.ts'],
  },
];
