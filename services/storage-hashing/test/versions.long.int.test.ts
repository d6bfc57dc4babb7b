import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newId } from '@g2/kit/ids';
import type { VersionComparison } from '@g2/proto/storage';
import { VERSION_CHANGES } from '@g2/terms/archive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositsIn, zipped } from './deposits.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let client: string;
let deposits: Awaited<ReturnType<typeof depositsIn>>;
let scratch: string;

beforeAll(async () => {
  const found = await openWorld('fs');
  if (!found) throw new Error('the file-system driver is always there');
  world = found;
  client = await world.testEnv.userToken({ id: newId(), role: 'client' });
  deposits = await depositsIn(world);
  scratch = await mkdtemp(join(tmpdir(), 'g2-versions-'));
});
afterAll(async () => {
  await world?.close();
  await rm(scratch, { recursive: true, force: true });
});

type Tree = Record<string, string>;
type Kept = { ticket: string; key: string };
type Kinds = Record<(typeof VERSION_CHANGES)[number], string[]>;

async function keep(tree: Tree): Promise<Kept> {
  const one = await deposits.deposit(await zipped(tree));
  await deposits.looked(one);
  return one;
}

const compare = (later: Kept, earlier: Kept, change = '', page = { page: 1, limit: 100 }) =>
  world.rpc.compareVersions(
    { ticket: later.ticket, earlierTicket: earlier.ticket, change, page },
    { token: client },
  );

/** Reads every page of each kind. */
async function whole(later: Kept, earlier: Kept): Promise<{ kinds: Kinds; last: VersionComparison }> {
  const kinds: Kinds = { added: [], removed: [], changed: [], unchanged: [] };
  let last: VersionComparison | undefined;
  for (const change of VERSION_CHANGES) {
    for (let page = 1; ; page++) {
      last = await compare(later, earlier, change, { page, limit: 7 });
      kinds[change].push(...last.items.map(({ path }) => path));
      if (last.items.length < 7) break;
    }
  }
  if (!last) throw new Error('nothing was compared');
  return { kinds, last };
}

/** Seeded pseudo-random numbers below a bound. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = ['a.ts', 'b.py', 'ç ã.md', 'LEIA-ME', 'dados.json', 'vazio.txt', 'Z.java'];
const FOLDERS = ['', 'src/', 'src/núcleo/', 'docs/', 'lib/a b/', 'testes/um/dois/'];

function someTree(roll: (below: number) => number): Tree {
  const tree: Tree = {};
  for (let n = 0; n < 60; n++) {
    const path = `${FOLDERS[roll(FOLDERS.length)]}${roll(9)}-${NAMES[roll(NAMES.length)]}`;
    tree[path] = roll(8) === 0 ? '' : `conteúdo ${roll(1_000)}\n`;
  }
  return tree;
}

function laterOf(tree: Tree, roll: (below: number) => number): Tree {
  const next: Tree = {};
  for (const [path, content] of Object.entries(tree)) {
    const fate = roll(6);
    if (fate === 0) continue;
    next[path] = fate === 1 ? `${content}mais\n` : content;
  }
  return { ...next, ...Object.fromEntries(Object.entries(someTree(roll)).slice(0, 12)) };
}

async function unpack(tree: Tree): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'tree-'));
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const filesUnder = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** Parses `diff -rqs` of two folders; expands folders that exist on one side only. */
async function diffed(before: string, now: string): Promise<Kinds> {
  const run = spawnSync('diff', ['-rqs', before, now], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    maxBuffer: 64 * 1_048_576,
  });
  if (run.error) throw run.error;
  const kinds: Kinds = { added: [], removed: [], changed: [], unchanged: [] };
  for (const line of run.stdout.split('\n').filter(Boolean)) {
    const only = /^Only in (.*?): (.*)$/.exec(line);
    const both = /^Files (.*) and (.*) (differ|are identical)$/.exec(line);
    if (only?.[1] && only[2]) {
      const at = join(only[1], only[2]);
      const [kind, folder] = at.startsWith(now) ? (['added', now] as const) : (['removed', before] as const);
      const found = (await stat(at)).isDirectory()
        ? (await filesUnder(at)).map((path) => join(at, path))
        : [at];
      kinds[kind].push(...found.map((path) => path.slice(folder.length + 1)));
    } else if (both?.[1]) {
      kinds[both[3] === 'differ' ? 'changed' : 'unchanged'].push(both[1].slice(before.length + 1));
    } else throw new Error(`not understood: ${line}`);
  }
  return kinds;
}

const inOrder = (kinds: Kinds): Kinds =>
  Object.fromEntries(VERSION_CHANGES.map((kind) => [kind, kinds[kind].toSorted()])) as Kinds;
const sum = (groups: VersionComparison['folders'], kind: keyof Kinds) =>
  groups.reduce((total, { counts }) => total + (counts?.[kind] ?? 0), 0);

describe('two versions of a program', () => {
  it.each([1, 2, 3, 4, 5, 6])('differ as reported by diff -rq (%i)', async (seed) => {
    const roll = dice(seed);
    const before = someTree(roll);
    const now = laterOf(before, roll);
    const [earlier, later] = [await keep(before), await keep(now)];
    const { kinds, last } = await whole(later, earlier);
    const wanted = await diffed(await unpack(before), await unpack(now));
    expect(inOrder(kinds)).toEqual(inOrder(wanted));
    for (const kind of VERSION_CHANGES) {
      expect(last.counts?.[kind]).toBe(wanted[kind].length);
      expect([sum(last.folders, kind), sum(last.languages, kind)]).toEqual([
        wanted[kind].length,
        wanted[kind].length,
      ]);
    }
    const certificate = await world.testEnv.serviceToken('certificate');
    const keys = { objectKey: later.key, earlierObjectKey: earlier.key };
    expect(await world.rpc.countChanges(keys, { token: certificate })).toEqual(last.counts);
  });

  it('are compared by kind of change, folder and language', async () => {
    const earlier = await keep({ 'p/LEIA-ME.md': '# A\n', 'p/src/a.ts': 'a\n', 'p/src/b.ts': 'b\n' });
    const later = await keep({ 'p/LEIA-ME.md': '# A\n', 'p/src/a.ts': 'aa\n', 'p/lib/c.py': 'c\n' });
    const comparison = await compare(later, earlier);
    expect(comparison).toMatchObject({
      counts: { added: 1, removed: 1, changed: 1, unchanged: 1 },
      root: '',
      rootBefore: '',
    });
    expect(comparison.items.find(({ change }) => change === 'changed')).toMatchObject({
      path: 'p/src/a.ts',
      size: 3,
      sizeBefore: 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      sha256Before: expect.stringMatching(/^[0-9a-f]{64}$/),
      language: 'TypeScript',
      isText: true,
    });
    // Folders below the common top folder `p`.
    expect(comparison.folders).toMatchObject([
      { name: 'src', counts: { changed: 1, removed: 1 } },
      { name: 'lib', counts: { added: 1 } },
      { name: '', counts: { unchanged: 1 } },
    ]);
    expect(comparison.languages.map(({ name }) => name)).toEqual(['TypeScript', 'Python', 'Markdown']);
  });

  it('are compared below top folders named after releases', async () => {
    const earlier = await keep({ 'app-1.0/a.ts': 'a\n', 'app-1.0/src/b.ts': 'b\n' });
    const later = await keep({ 'app-1.1/a.ts': 'a\n', 'app-1.1/src/b.ts': 'bb\n', 'app-1.1/c.ts': 'c\n' });
    expect(await compare(later, earlier)).toMatchObject({
      counts: { added: 1, removed: 0, changed: 1, unchanged: 1 },
      root: 'app-1.1/',
      rootBefore: 'app-1.0/',
    });
    // Without a top folder, paths are compared unchanged.
    const flat = await keep({ 'a.ts': 'a\n', 'src/b.ts': 'b\n' });
    expect(await compare(later, flat)).toMatchObject({
      counts: { added: 3, removed: 2, changed: 0, unchanged: 0 },
      root: '',
    });
  });

  it('of 100,000 files each are compared in one request', async () => {
    const [earlier, later] = [await keep({ 'projeto/a': 'x' }), await keep({ 'projeto/a': 'y' })];
    const fill = (key: string, from: number, hashed: string) =>
      world.sql(
        `INSERT INTO manifest_files (object_key, index, path, size, sha256, is_text, place)
         SELECT $1, n, 'projeto/pasta-' || n % 997 || '/arquivo-' || n || '.ts', n, encode(sha256((${hashed})::bytea), 'hex'),
           true, '{}' FROM generate_series($2::int, $2::int + 99998) n`,
        [key, from],
      );
    await fill(earlier.key, 1, 'n::text');
    await fill(later.key, 1_001, "CASE WHEN n % 10 = 0 THEN 'x' || n ELSE n::text END");
    const startedAt = Date.now();
    const comparison = await compare(later, earlier, '', { page: 3, limit: 100 });
    console.log(`two of 100,000 files compared in ${Date.now() - startedAt} ms`);
    expect(comparison.counts).toEqual({ added: 1_000, removed: 1_000, changed: 9_900, unchanged: 89_100 });
    expect(comparison.items).toHaveLength(400);
    expect(comparison.folders).toHaveLength(60);
  });

  it('are compared only with valid tickets and a known kind of change', async () => {
    const one = await keep({ 'a.ts': 'só\n' });
    await expect(compare(one, { ...one, ticket: 'x' })).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(compare(one, one, 'moved')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(compare(one, one, '', { page: 1, limit: 101 })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    const same = await compare(one, one);
    expect(same.counts).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 1 });
  });
});
