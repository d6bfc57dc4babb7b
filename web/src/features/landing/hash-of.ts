/** SHA-256 of a text (UTF-8) as 64 hexadecimal digits. Needs a secure context, as browsers call https and localhost. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How many of the characters stand otherwise than in the other hash. */
export function changedCharacters(hash: string, other: string): number {
  return Array.from(hash).filter((character, index) => character !== other[index]).length;
}
