import { type NoteVerifier, parseVerifierKey } from '@g2/proof/note';

/** Somebody who follows the log and signs what continues it. */
export type Witness = { key: NoteVerifier; url: string };

/**
 * @param text one witness a line: its verifier key, a space, its address; the address is what /add-checkpoint stands under
 * @throws RangeError for a line that is none
 */
export const readWitnesses = (text: string): Witness[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', url = ''] = line.split(/\s+/);
      return { key: parseVerifierKey(key), url: new URL(url).href.replace(/\/+$/, '') };
    });
