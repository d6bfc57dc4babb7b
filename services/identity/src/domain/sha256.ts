import { createHash } from 'node:crypto';

/** SHA-256, hexadecimal: e-mails and addresses are personal data, tokens are credentials. */
export const sha256Hex = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');
