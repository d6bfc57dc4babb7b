import { execFileSync, spawn } from 'node:child_process';
import { Refused, Unable } from './output.ts';
import { changedIn, isFileIn, type Tracked } from './working-tree.ts';

export type Snapshot = {
  commit: string;
  /** Name of the registered folder. */
  name: string;
  files: Tracked[];
  /** Number of untracked or changed paths. The registered ZIP has their committed content or omits them. */
  uncommitted: number;
  submodules: number;
};

/**
 * The repository is untrusted: its Git configuration must not start programs such as hooks, a file system
 * monitor or a fetch. Filters never run either, because no Git command used here reads the working tree.
 */
const SAFE = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.sshCommand=false',
    'protocol.allow=never',
  ].flatMap((setting) => ['-c', setting]),
];
/** Must also stop Git before 2.45, which ignores GIT_NO_LAZY_FETCH: without allowed protocols it cannot fetch. */
const ENVIRONMENT = {
  ...process.env,
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_SSH_COMMAND: 'false',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};
const PARTIAL = 'clone parcial? Clone-o inteiro, sem --filter';
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
const SUBMODULE = '160000';

function git(folder: string, ...args: string[]): Buffer {
  try {
    return execFileSync('git', ['-C', folder, ...SAFE, ...args], {
      env: ENVIRONMENT,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Unable('O git não foi encontrado. Instale-o, ou dê um .zip pronto.');
    }
    throw error;
  }
}

const line = (folder: string, ...args: string[]): string =>
  git(folder, ...args)
    .toString('utf8')
    .trim();

/** The files of `folder` at the commit `ref`, sorted by the bytes of their paths. @throws Refused */
export function snapshot(folder: string, ref: string): Snapshot {
  const root = refuseOnError(`${folder} não está em um repositório Git. Dê um repositório, ou um .zip.`, () =>
    line(folder, 'rev-parse', '--show-toplevel'),
  );
  const commit = refuseOnError(`Não há nenhum commit em "${ref}".`, () =>
    line(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`),
  );
  const inside = line(folder, 'rev-parse', '--show-prefix');
  const listed = refuseOnError(`A pasta ${inside} não existe em "${ref}".`, () =>
    git(root, 'ls-tree', '-r', '-z', '--full-tree', `${commit}:${inside}`),
  );
  const all = trackedOf(listed);
  const files = all.filter(({ mode }) => mode !== SUBMODULE);
  if (files.length === 0) throw new Refused(`Não há nenhum arquivo em "${ref}".`);
  files.sort((a, b) => Buffer.compare(a.path, b.path));
  const name = (inside || root).replace(/\/+$/, '').split('/').at(-1) || 'codigo';
  return {
    commit,
    name,
    files,
    uncommitted: leftOutOf(folder, inside),
    submodules: all.length - files.length,
  };
}

/** Counts changed, removed, staged and untracked paths. */
function leftOutOf(folder: string, inside: string): number {
  const kept = committed(folder, inside).filter(({ mode }) => mode !== SUBMODULE);
  const known = new Set(kept.map(({ path }) => path.toString('latin1')));
  const staged = split(git(folder, 'ls-files', '-z', '--cached')).filter(
    (path) => !known.has(path.toString('latin1')) && isFileIn(folder, path),
  );
  const others = split(git(folder, 'ls-files', '-z', '--others', '--exclude-standard'));
  return changedIn(folder, kept) + staged.length + others.length;
}

/** The files that the HEAD commit has in a folder; empty when HEAD lacks the folder. */
function committed(folder: string, inside: string): Tracked[] {
  try {
    return trackedOf(git(folder, 'ls-tree', '-r', '-z', '--full-tree', `HEAD:${inside}`));
  } catch (error) {
    if (error instanceof Unable) throw error;
    return [];
  }
}

function refuseOnError<T>(message: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unable) throw error;
    throw new Refused(message);
  }
}

/** Splits at zero bytes. */
const split = (bytes: Buffer): Buffer[] =>
  bytes
    .toString('latin1')
    .split('\0')
    .filter(Boolean)
    .map((piece) => Buffer.from(piece, 'latin1'));

const trackedOf = (listed: Buffer): Tracked[] => split(listed).map(trackedIn);

/** Parses one entry of `git ls-tree`: "<mode> <type> <object>\t<path>". */
function trackedIn(entry: Buffer): Tracked {
  const tab = entry.indexOf(9);
  const [mode = '', , blob = ''] = entry.subarray(0, tab).toString('ascii').split(' ');
  return { mode, blob, path: entry.subarray(tab + 1) };
}

/** Reads Git blobs in the given order, as stored: no filter converts them. */
export async function* contentsOf(folder: string, blobs: readonly string[]): AsyncGenerator<Buffer> {
  const child = spawn('git', ['-C', folder, ...SAFE, 'cat-file', '--batch'], {
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Ignores a write to a Git process that has exited: reading its output reports the failure.
  child.stdin.on('error', () => {});
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const { value, done } = await chunks.next();
    if (done) throw new Unable(`O git parou no meio da leitura (${PARTIAL}).`);
    return value;
  };
  const take = async (length: number): Promise<Buffer> => {
    const pieces = [held];
    let have = held.length;
    while (have < length) {
      const piece = await more();
      pieces.push(piece);
      have += piece.length;
    }
    const all = Buffer.concat(pieces, have);
    held = all.subarray(length);
    return all.subarray(0, length);
  };
  try {
    for (const blob of blobs) {
      child.stdin.write(`${blob}\n`);
      let end = held.indexOf(10);
      while (end < 0) {
        held = Buffer.concat([held, await more()]);
        end = held.indexOf(10);
      }
      const [, type, size] = (await take(end + 1)).toString('ascii').trim().split(' ');
      if (type !== 'blob') throw new Unable(`O repositório não tem o objeto ${blob} (${PARTIAL}).`);
      const content = await take(Number(size) + 1);
      yield content.subarray(0, -1);
    }
  } finally {
    child.kill();
  }
}
