import { COSIGNATURE, type NoteVerifier, parseVerifierKey, typeName } from './note.ts';

/** A third party that cosigns checkpoints that extend the log. */
export type Witness = { key: NoteVerifier; url: string };

/** @param line verifier key, space, base address of /add-checkpoint @throws RangeError naming the error in the line */
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
