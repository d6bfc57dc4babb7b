import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { ArchiveWarning } from '@g2/terms/archive';
import { type Case, SOURCE } from './case.ts';
import { forge } from './forge.ts';

/** A case with source code and one more file. */
const beside = (what: string, name: string, content: string | Buffer, warnings: ArchiveWarning[]): Case => ({
  name: what,
  make: () => forge([SOURCE, { name, content }]),
  warnings,
  paths: [name, SOURCE.name].sort(),
});

const unread = (what: string, method: number): Case => ({
  name: what,
  make: () => forge([SOURCE, { name: 'b.ts', method, data: randomBytes(50), size: 900 }]),
  warnings: ['unsupported-method'],
  paths: [SOURCE.name, 'b.ts'],
});

const armour = (kind: string) =>
  `-----BEGIN ${kind}-----\n${Buffer.alloc(48, 'chave').toString('base64')}\n-----END ${kind}-----\n`;
const binary = (magic: string) => Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(200)]);
const mz = Buffer.concat([
  Buffer.from('4d5a9000', 'hex'),
  Buffer.alloc(60),
  Buffer.from('PE\0\0'),
  Buffer.alloc(40),
]);

export const CONTENTS: Case[] = [
  beside('a key in PEM', 'certs/server.pem', armour('PRIVATE KEY'), ['private-key']),
  beside('an RSA key with a password', 'a.key', `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n`, [
    'private-key',
  ]),
  beside('a PGP key', 'a.asc', armour('PGP PRIVATE KEY BLOCK'), ['private-key']),
  beside('a key in JSON', 'conta.json', JSON.stringify({ private_key: armour('PRIVATE KEY') }), [
    'private-key',
  ]),
  beside('a key of PuTTY', 'a.txt', 'PuTTY-User-Key-File-3: ssh-ed25519\n', ['private-key']),
  beside('a key of SSH by its name', '.ssh/id_ed25519', 'x', ['private-key']),
  beside('a key store', 'app/release.keystore', binary('feedfeed'), ['private-key']),
  beside('a public key', 'a.pem', armour('PUBLIC KEY'), []),
  beside('a program that speaks of keys', 'pem.py', "HEADER = '-----BEGIN PRIVATE KEY-----'\n", []),
  beside('.env', 'api/.env', 'DB_PASSWORD=x\n', ['env-file']),
  beside('.env.production', '.env.production', 'DB_PASSWORD=x\n', ['env-file']),
  beside('.env.example', '.env.example', 'DB_PASSWORD=\n', []),
  beside('.environment', '.environment', 'x', []),
  beside('fetched packages', 'node_modules/lodash/index.js', 'x', ['dependencies']),
  beside("others' code in vendor", 'vendor/autoload.php', '<?php', ['dependencies']),
  beside('a file that is called vendor', 'src/vendor', 'x', []),
  beside('a program for Linux', 'bin/app', binary('7f454c46'), ['executable']),
  beside('a program for Windows', 'bin/app.exe', mz, ['executable']),
  beside('a text that begins as one', 'mz.txt', 'MZ is what programs begin with. '.repeat(9), []),
  beside('a program for macOS', 'bin/app', binary('cffaedfe'), ['executable']),
  beside('one for several machines', 'bin/app', binary('cafebabe00000002'), ['executable']),
  beside('a class of Java', 'A.class', binary('cafebabe0000003d'), []),
  {
    name: 'nothing but binaries',
    make: () =>
      forge([
        { name: 'a.png', content: binary('89504e47') },
        { name: 'app', content: binary('7f454c46') },
      ]),
    warnings: ['executable', 'only-binaries'],
    paths: ['a.png', 'app'],
  },
  {
    name: 'no source',
    make: () =>
      forge([
        { name: 'notas.txt', content: 'nada' },
        { name: 'dados.csv', content: '1,2' },
      ]),
    warnings: ['no-source'],
    paths: ['dados.csv', 'notas.txt'],
  },
  {
    name: 'a script that its first line tells of',
    make: () => forge([{ name: 'rodar', content: '#!/bin/sh\n' }]),
    warnings: [],
    paths: ['rodar'],
  },
  {
    name: 'SQL alone',
    make: () => forge([{ name: 'a.sql', content: 'SELECT 1' }]),
    warnings: [],
    paths: ['a.sql'],
  },
  {
    name: 'a million zeros',
    make: () => forge([SOURCE, { name: 'z', content: Buffer.alloc(1_000_000) }]),
    warnings: [],
    paths: ['src/main.ts', 'z'],
  },
  unread('Deflate64', 9),
  unread('bzip2', 12),
  unread('LZMA', 14),
  unread('Zstandard', 93),
  unread('PPMd', 98),
  {
    name: 'nothing that is read: what is in it is not known',
    make: () =>
      forge([
        { name: 'a.ts', method: 12, data: randomBytes(50), size: 900 },
        { name: 'b.ts', method: 14, data: randomBytes(50), size: 900 },
      ]),
    warnings: ['unsupported-method'],
    paths: ['a.ts', 'b.ts'],
  },
  {
    name: 'a binary, and a file that is not read: it may be text',
    make: () =>
      forge([
        { name: 'a.png', content: binary('89504e47') },
        { name: 'b.ts', method: 12, data: randomBytes(50), size: 900 },
      ]),
    warnings: ['unsupported-method'],
    paths: ['a.png', 'b.ts'],
  },
  {
    name: 'a method that is not read, and a lie about the size of what is',
    make: () =>
      forge([
        { name: 'b.ts', method: 14, data: deflateRawSync('x'), size: 1 },
        { ...SOURCE, size: 1 },
      ]),
    refused: 'zip-damaged',
  },
];
