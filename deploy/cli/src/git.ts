import { execFileSync, spawn } from 'node:child_process';
import { Refused, Unable } from './out.ts';

/** A file that Git knows at a commit. */
type Tracked = {
  /** As Git has it, byte for byte; from the folder that is registered. */
  path: Buffer;
  /** Octal, such as 100644. */
  mode: string;
  blob: string;
};

/** What of a repository is registered. */
export type Snapshot = {
  commit: string;
  /** The folder's name. */
  name: string;
  files: Tracked[];
  /** Paths that differ from the commit, or that Git does not know: they stay out. */
  leftOut: number;
  submodules: number;
};

/** No program that a repository's own settings name is started to look at it. */
const SAFE = ['-c', 'core.fsmonitor=false'];
const MOST = 512 * 1024 * 1024;
const SUBMODULE = '160000';

function git(folder: string, ...args: string[]): Buffer {
  try {
    return execFileSync('git', ['-C', folder, ...SAFE, ...args], {
      maxBuffer: MOST,
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

/** Exactly what Git knows of a folder at `ref`, in the order of its bytes. @throws Refused */
export function snapshot(folder: string, ref: string): Snapshot {
  const root = orRefuse(`${folder} não está em um repositório Git. Dê um repositório, ou um .zip.`, () =>
    line(folder, 'rev-parse', '--show-toplevel'),
  );
  const commit = orRefuse(`Não há nenhum commit em "${ref}".`, () =>
    line(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`),
  );
  const inside = line(folder, 'rev-parse', '--show-prefix');
  const listed = orRefuse(`A pasta ${inside} não existe em "${ref}".`, () =>
    git(root, 'ls-tree', '-r', '-z', '--full-tree', `${commit}:${inside}`),
  );
  const all = split(listed).map(trackedIn);
  const files = all.filter(({ mode }) => mode !== SUBMODULE);
  if (files.length === 0) throw new Refused(`Não há nenhum arquivo em "${ref}".`);
  files.sort((a, b) => Buffer.compare(a.path, b.path));
  const name = (inside || root).replace(/\/+$/, '').split('/').at(-1) || 'codigo';
  return {
    commit,
    name,
    files,
    leftOut: split(git(folder, 'status', '--porcelain', '-z', '--untracked-files=all', '--', '.')).length,
    submodules: all.length - files.length,
  };
}

function orRefuse<T>(message: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unable) throw error;
    throw new Refused(message);
  }
}

/** Pieces that end in a zero byte. */
function split(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from);
    const until = end < 0 ? bytes.length : end;
    pieces.push(bytes.subarray(from, until));
    from = until + 1;
  }
  return pieces;
}

/** "<mode> <type> <object>\t<path>" */
function trackedIn(entry: Buffer): Tracked {
  const tab = entry.indexOf(9);
  const [mode = '', , blob = ''] = entry.subarray(0, tab).toString('ascii').split(' ');
  return { mode, blob, path: entry.subarray(tab + 1) };
}

/** The contents of these blobs, in their order: as they are kept, with no filter of this machine's. */
export async function* contentsOf(folder: string, blobs: readonly string[]): AsyncGenerator<Buffer> {
  const child = spawn('git', ['-C', folder, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const { value, done } = await chunks.next();
    if (done) throw new Unable('O git parou no meio da leitura.');
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
      if (type !== 'blob') throw new Unable(`O repositório não tem o objeto ${blob} (clone parcial?).`);
      const content = await take(Number(size) + 1);
      yield content.subarray(0, -1);
    }
  } finally {
    child.kill();
  }
}
