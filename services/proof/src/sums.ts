import { createHash } from 'node:crypto';
import { type NoteSigner, type NoteVerifier, openNote, signNote } from './note.ts';

/** Domain separation: signed sums cannot pass as a checkpoint. */
const HEADER = 'g2-prova/somas/1';

const hexOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Signed note with the hashes of all files of a bundle, in `sha256sum` format. */
export const signSums = (files: ReadonlyMap<string, Uint8Array>, signer: NoteSigner): string =>
  signNote(`${HEADER}\n${[...files].map(([name, bytes]) => `${hexOf(bytes)}  ${name}\n`).join('')}`, signer);

/** `changed` includes missing files, `unlisted` have no sum. @throws RangeError if malformed or not signed by `key` */
export function compareWithSums(
  note: string,
  files: ReadonlyMap<string, Uint8Array>,
  key: NoteVerifier,
): { changed: string[]; unlisted: string[] } {
  const { text, signed } = openNote(note, [key]);
  if (signed.length === 0) throw new RangeError('not signed by this key');
  const [header, ...lines] = text.split('\n').slice(0, -1);
  if (header !== HEADER) throw new RangeError('not the sums of a bundle');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  return {
    changed: [...sums.keys()].filter((name) => {
      const bytes = files.get(name);
      return bytes === undefined || hexOf(bytes) !== sums.get(name);
    }),
    unlisted: [...files.keys()].filter((name) => !sums.has(name)),
  };
}
