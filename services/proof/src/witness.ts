import { COSIGNATURE, type NoteVerifier, parseVerifierKey, typeName } from './note.ts';

/** Somebody who follows the log and signs what continues it. */
export type Witness = { key: NoteVerifier; url: string };

/**
 * @param line a witness's verifier key, a space, its address, which is what /add-checkpoint stands under
 * @throws RangeError that says what is wrong with the line
 */
export function readWitness(line: string): Witness {
  const [keyText = '', address, ...more] = line.split(/\s+/);
  if (address === undefined || more.length > 0) {
    throw new RangeError('must be a verifier key, a space and an address');
  }
  const key = parseVerifierKey(keyText);
  if (key.type !== COSIGNATURE) {
    throw new RangeError(
      `its key is of type ${typeName(key.type)}: a witness has one of type ${typeName(COSIGNATURE)} (cosignature/v1)`,
    );
  }
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new RangeError('its address is no http or https address');
  return { key, url: url.href.replace(/\/+$/, '') };
}
