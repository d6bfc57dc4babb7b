import { type NoteSigner, type NoteVerifier, openNote, signNote, type VerifiedSignature } from './note.ts';

/** Signed log state: tree size and root (c2sp.org/tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Buffer };

export const signCheckpoint = ({ origin, size, root }: Checkpoint, signer: NoteSigner): string =>
  signNote(`${origin}\n${size}\n${root.toString('base64')}\n`, signer);

/** Result `cosigned`: valid signatures of witnesses. @throws RangeError if malformed or not signed by `log` */
export function openCheckpoint(
  note: string,
  log: NoteVerifier,
  witnesses: readonly NoteVerifier[] = [],
): Checkpoint & { cosigned: VerifiedSignature[] } {
  const { text, signed } = openNote(note, [log, ...witnesses]);
  if (!signed.some(({ signedBy }) => signedBy === log)) throw new RangeError('the log has not signed it');
  const checkpoint = parseCheckpoint(text);
  if (checkpoint.origin !== log.name) throw new RangeError('a checkpoint of another log');
  return { ...checkpoint, cosigned: signed.filter(({ signedBy }) => signedBy !== log) };
}

/** Parses a checkpoint without its signatures. Skips extension lines. @throws RangeError when it is malformed */
export function parseCheckpoint(text: string): Checkpoint {
  const [, origin = '', size = '', base64 = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? [];
  const root = Buffer.from(base64, 'base64');
  if (root.length !== 32 || root.toString('base64') !== base64) throw new RangeError('not a checkpoint');
  return { origin, size: Number(size), root };
}
