import { expect, it } from 'vitest';
import { loadLanguages } from './languages.ts';

const languageOf = await loadLanguages();
const nameOf = (path: string, head = '') => languageOf(path, Buffer.from(head))?.name;

it.each([
  ['src/main.ts', 'TypeScript'],
  ['App.TSX', 'TSX'],
  ['src/lib.rs', 'Rust'],
  ['a.h', 'C'],
  ['Form1.frm', 'Visual Basic 6.0'],
  ['MENU.PRG', 'xBase'],
  ['Unit1.pas', 'Pascal'],
  ['fonte.p', 'OpenEdge ABL'],
  ['README.md', 'Markdown'],
  ['a.html', 'HTML'],
  ['a.yml', 'YAML'],
  ['a.yaml', 'YAML'],
  ['package.json', 'JSON'],
  ['a.sql', 'SQL'],
  ['a.php', 'PHP'],
  ['x/inicio.blade.php', 'Blade'],
  ['Dockerfile', 'Dockerfile'],
  ['x/Makefile', 'Makefile'],
  ['go.mod', 'Go Module'],
  ['a.cs', 'C#'],
  ['a.m', 'Objective-C'],
  ['a.pl', 'Perl'],
  ['a.gs', 'JavaScript'],
  ['a.min.js', 'JavaScript'],
])('detects %s as %s', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

it.each([
  ['#!/bin/sh\n', 'Shell'],
  ['#! /usr/bin/env -S node --watch\n', 'JavaScript'],
  ['#!/usr/bin/env LANG=C python3.12\n', 'Python'],
  ['#!/usr/bin/perl5.36 -w\r\n', 'Perl'],
  ['#!/usr/bin/env\n', undefined],
  ['#!/opt/nothing-known\n', undefined],
  ['no shebang: #!/bin/sh', undefined],
  ['', undefined],
])('detects %j as %s by its first line', (head, name) => {
  expect(nameOf('bin/rodar', head)).toBe(name);
});

it('distinguishes source from data and prose', () => {
  const isSource = (path: string) => languageOf(path, Buffer.alloc(0))?.isSource;
  expect(['a.ts', 'a.html', 'a.sql', 'a.json', 'a.md', 'a.csv'].map(isSource)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
