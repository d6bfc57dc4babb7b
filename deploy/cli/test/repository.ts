import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Environment for Git without the user's and the system's configuration. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Ana',
  GIT_AUTHOR_EMAIL: 'ana@example.com',
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.com',
};

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { env, encoding: 'utf8' }).trim();

export function put(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Repository with an executable, a link and non-ASCII names, at tag v1. */
export function makeRepository(folder: string, more: Readonly<Record<string, string | Buffer>> = {}): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  put(folder, {
    '.gitignore': 'segredos\n',
    'LEIA-ME.md': '# Olá\n',
    'src/maçã e pêra.ts': 'export const a = 1;\n',
    'src/Z.ts': '',
    'roda.sh': '#!/bin/sh\n',
    ...more,
  });
  chmodSync(join(folder, 'roda.sh'), 0o755);
  symlinkSync('LEIA-ME.md', join(folder, 'atalho'));
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'um');
  git(folder, 'tag', 'v1');
}
