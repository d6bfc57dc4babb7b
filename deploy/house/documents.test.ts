import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findBrokenReferences, findMissingNames, type Repository } from './documents.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const listed = (...options: string[]) =>
  execFileSync('git', ['ls-files', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter(Boolean);

/** The customer's specification contains URL paths, not file paths. */
const SPECIFICATIONS = /(^|\/)specification\.md$/;

describe('the documents', () => {
  const deletedFiles = new Set(listed('--deleted'));
  const files = listed('--cached', '--others', '--exclude-standard').filter(
    (file) => !deletedFiles.has(file),
  );
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const repository = { files, scripts: new Set(Object.keys(scripts)) };
  const documents = files.filter((file) => file.endsWith('.md') && !SPECIFICATIONS.test(file));

  it.each(documents)('%s names only existing files and scripts', (document) => {
    expect(findBrokenReferences(document, read(document), repository)).toEqual([]);
  });

  it.each(documents)('%s names only what the named file contains', (document) => {
    const contentsOf = (path: string) => {
      const all = files.filter((file) => file === path || file.startsWith(`${path}/`));
      return all.length === 0 ? null : all.map(read).join('\n');
    };
    expect(findMissingNames(document, read(document), contentsOf)).toEqual([]);
  });
});

describe('names in a document', () => {
  const contentsOf = (path: string) => (path === 'src/send.ts' ? 'function send() { retry(); }' : null);

  it.each([
    'Copy `send` in `src/send.ts`.',
    '`send` and `retry` of `src/send.ts`; `src/send.ts` (`send`, `retry`)',
    'Of another place: `gone` in `lib/gone.ts`, `npm test` in `src/send.ts`',
  ])('accepts %j', (text) => {
    expect(findMissingNames('README.md', text, contentsOf)).toEqual([]);
  });

  it.each([
    ['Copy `receive` in\n`src/send.ts`.', ['receive']],
    ['`send`, `sends` and `sent` of `src/send.ts`', ['sends', 'sent']],
    ['`src/send.ts` (`send`, `sent`)', ['sent']],
  ])('reports what is missing in %j', (text, missing) => {
    const expected = missing.map((name) => `README.md: ${name} in src/send.ts`);
    expect(findMissingNames('README.md', text, contentsOf)).toEqual(expected);
  });
});

describe('references in a document', () => {
  const repository: Repository = {
    files: ['README.md', 'services/mail/README.md', 'services/mail/src/send.ts', 'deploy/ops/check/money.ts'],
    scripts: new Set(['check:money']),
  };

  it.each([
    'See [mail](services/mail/README.md#sends) and [elsewhere](https://example.com/x.md).',
    'In `services/mail/src/`, `services/*/src/send.ts`, `services/<name>/README.md`, `deploy/ops/{check,check}/money.ts`.',
    'Not paths: `GET /api/users`, `application/json`, `g2/tools`, `1.5`; made: `services/mail/dist/a.js`, `.data/stack.json`.',
    '```\nnpm run check:money\nnode deploy/ops/check/money.ts --long\n```',
  ])('accepts %j', (text) => {
    expect(findBrokenReferences('README.md', text, repository)).toEqual([]);
  });

  it.each([
    ['[mail](services/post/README.md)', 'link services/post/README.md'],
    ['`services/mail/src/receive.ts`', 'path services/mail/src/receive.ts'],
    ['`node deploy/check/money.ts`', 'path deploy/check/money.ts'],
    ['`services/*/lib`', 'path services/*/lib'],
    ['```\nnode gone.ts\n```', 'path gone.ts'],
    ['`npm run money`', 'script money'],
  ])('reports the missing file or script in %j', (text, found) => {
    expect(findBrokenReferences('README.md', text, repository)).toEqual([`README.md: ${found}`]);
  });

  it('resolves a path from the document’s own folder or by its last part', () => {
    expect(
      findBrokenReferences(
        'services/mail/README.md',
        '`src/send.ts`, `send.ts`, `check/money.ts`',
        repository,
      ),
    ).toEqual([]);
    expect(
      findBrokenReferences('services/mail/README.md', '`src/gone.ts`, `end.ts`', repository),
    ).toHaveLength(2);
    expect(
      findBrokenReferences('deploy/README.md', '`ops/money.ts`, `ops/check/`, `src/send.ts`', repository),
    ).toHaveLength(1);
  });
});
