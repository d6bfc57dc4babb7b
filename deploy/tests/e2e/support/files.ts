import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import { root } from './stack.ts';

export const scratch = mkdtempSync(join(tmpdir(), 'g2-files-'));

export type SourceZip = { path: string; name: string; bytes: Buffer; sha256: string };

/** A ZIP of this repository's source with a nonce, so that its hash is new. coreutils computes the hash. */
export async function makeSourceZip(name = 'código-fonte.zip'): Promise<SourceZip> {
  const zip = new yazl.ZipFile();
  const listed = execFileSync('git', ['ls-files', 'services/kit/src', 'proto/*.proto', 'README.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n')) zip.addFile(join(root, file), file);
  zip.addBuffer(randomBytes(64), 'nonce.bin');
  zip.end();
  const path = join(scratch, `${randomBytes(6).toString('hex')}.zip`);
  const out = createWriteStream(path);
  zip.outputStream.pipe(out);
  await finished(out);
  const sha256 = execFileSync('sha256sum', [path], { encoding: 'utf8' }).slice(0, 64);
  return { path, name, bytes: readFileSync(path), sha256 };
}

export function pdfText(bytes: Buffer): string {
  const path = join(scratch, `${randomBytes(6).toString('hex')}.pdf`);
  writeFileSync(path, bytes);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ');
}
