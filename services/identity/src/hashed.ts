import { createHash } from 'node:crypto';

/** SHA-256 of texts, hexadecimal: e-mails and addresses are personal data, and a token signs somebody in. */
export const hashed = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');
