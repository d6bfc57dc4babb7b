import { createHash } from 'node:crypto';

/** SHA-256, hexadecimal. Hides e-mail and IP addresses, which are personal data, and tokens, which are credentials. */
export const sha256Hex = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');
