import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_UPLOAD_BYTES } from '@g2/terms/limits';
import { contentsOf, type Snapshot, snapshot } from './git.ts';
import type { Options } from './options.ts';
import { log, Refused, Unable } from './output.ts';
import { type Entry, type PackedZip, packZip } from './zip.ts';

/** ZIP to register or verify. */
export type Source = PackedZip & {
  path: string;
  fileName: string;
  commit: string | undefined;
  /** Folder of a possible g2-registry.json. */
  folder: string | undefined;
};

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** SHA-256 of a file, hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Runs `work` with an existing ZIP, or with a temporary one of a repository. @throws Refused, Unable */
export async function withSource<T>(
  path: string,
  options: Options,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  if (isFile(path)) return work(await existingZip(path));
  if (!isFolder(path)) throw new Unable(`Não existe: ${path}`);
  const tempFolder = mkdtempSync(join(tmpdir(), 'g2-registry-'));
  try {
    return await work(await packed(resolve(path), tempFolder, options));
  } finally {
    rmSync(tempFolder, { recursive: true, force: true });
  }
}

async function existingZip(path: string): Promise<Source> {
  if (!/\.zip$/i.test(path)) throw new Refused(`Não é um .zip, nem uma pasta: ${path}`, 'not-a-zip');
  const { size } = statSync(path);
  if (size > MAX_UPLOAD_BYTES) throw new Refused('O arquivo não pode exceder 500MB.', 'file-too-large');
  return {
    path,
    fileName: basename(path),
    size,
    sha256: await hashOf(path),
    commit: undefined,
    folder: undefined,
  };
}

async function packed(folder: string, tempFolder: string, options: Options): Promise<Source> {
  const found = snapshot(folder, options.text('ref') ?? 'HEAD');
  printSnapshot(found);
  const path = join(tempFolder, 'codigo.zip');
  const { sha256, size } = await packZip(path, entriesOf(folder, found), options.flag('compress'));
  const out = options.text('out');
  if (out !== undefined) copyFileSync(path, out);
  const fileName = `${found.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}-${found.commit.slice(0, 12)}.zip`;
  return { path, fileName, sha256, size, commit: found.commit, folder };
}

const LFS = 'version https://git-lfs.github.com/spec/';

async function* entriesOf(folder: string, { files }: Snapshot): AsyncGenerator<Entry> {
  const contents = contentsOf(
    folder,
    files.map(({ blob }) => blob),
  );
  let pointers = 0;
  let at = 0;
  for await (const content of contents) {
    const file = files[at++];
    if (!file) break;
    if (content.length < 1_024 && content.subarray(0, LFS.length).toString('latin1') === LFS) pointers++;
    yield { path: file.path, mode: file.mode, content };
  }
  if (pointers > 0)
    log(
      `Aviso: ${pointers} ${pointers === 1 ? 'arquivo é' : 'arquivos são'} do Git LFS: vai só o apontador de cada um.`,
    );
}

function printSnapshot({ commit, files, uncommitted, submodules }: Snapshot): void {
  log(`${files.length} ${files.length === 1 ? 'arquivo' : 'arquivos'} do commit ${commit.slice(0, 12)}`);
  if (uncommitted > 0) {
    log(
      `Aviso: ${uncommitted} ${uncommitted === 1 ? 'mudança que não está' : 'mudanças que não estão'} em nenhum commit ${uncommitted === 1 ? 'fica' : 'ficam'} de fora (git status).`,
    );
  }
  if (submodules > 0)
    log(`Aviso: ${submodules} ${submodules === 1 ? 'submódulo fica' : 'submódulos ficam'} de fora.`);
}
