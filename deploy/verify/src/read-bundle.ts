import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Size limit against ZIP bombs, bytes. Real bundles are smaller. */
const LIMIT = 256 * 1024 * 1024;

/** Reads the files of a bundle by name. @param path a ZIP or an unpacked folder @throws Error when it is no bundle */
export async function readBundle(path: string): Promise<Map<string, Buffer>> {
  const files = statSync(path).isDirectory() ? inFolder(path) : await inZip(readFileSync(path));
  if (!files.has('manifesto.json'))
    throw new Error(`${path}: não é um pacote de prova (falta manifesto.json)`);
  return files;
}

function inFolder(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), readFileSync(path));
  }
  return files;
}

async function inZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    if (total > LIMIT) throw new Error('o pacote é grande demais');
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
