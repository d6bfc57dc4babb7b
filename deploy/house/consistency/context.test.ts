import { execFileSync } from 'node:child_process';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../kubernetes/chart.ts';
import { programs } from './code.ts';
import { read } from './world.ts';

const RULES = read('.dockerignore').split('\n').filter(Boolean);

/** Whether docker sends a file to the build. The last .dockerignore rule that matches decides. */
function isSent(path: string): boolean {
  const parts = path.split('/');
  const folders = parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  const last = RULES.findLast((rule) => folders.some((one) => matchesGlob(one, rule.replace(/^!/, ''))));
  return last === undefined || last.startsWith('!');
}

const filesOf = (folder: string): string[] =>
  execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
/** Whether a file is a test or a document, which no image build needs. */
const isLeftOut = (path: string): boolean => /(^|\/)test\/|\.test\.tsx?$|\.md$/.test(path);

it('[context] sends every source file to the image builds, but no tests or documents', () => {
  const built = [
    'deploy/cli',
    'deploy/verify',
    'web',
    'proto',
    'services',
    ...programs.map((one) => one.workspace),
  ];
  const files = [...new Set(built)].flatMap(filesOf);
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((path) => !isLeftOut(path) && !isSent(path))).toEqual([]);
  expect(files.filter((path) => isLeftOut(path) && isSent(path))).toEqual([]);
});
