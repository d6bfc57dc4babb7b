import { hash, type verify } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { HASH_COST } from '../domain/password-hash.ts';
import { createPasswords } from './passwords.ts';

/** Algorithm, version and cost of a hash, without salt and digest. */
const costOf = (stored: unknown): string => String(stored).split('$').slice(0, 4).join('$');

describe('a password check', () => {
  it.each([undefined, null])(
    'without a stored hash (%s) fails but does the work of a full check',
    async (stored) => {
      const verifyHash = vi.fn<typeof verify>().mockResolvedValue(true);
      const passwords = createPasswords(verifyHash);
      expect(await passwords.runCheck('party', (matches) => matches(stored, 'qualquer'))).toBe(false);
      expect(verifyHash).toHaveBeenCalledOnce();
      const [compared, password] = verifyHash.mock.calls[0] ?? [];
      expect(costOf(compared)).toBe(costOf(await hash('outra', HASH_COST)));
      expect(password).toBe('qualquer');
    },
  );

  it('accepts only the password of the stored hash', async () => {
    const passwords = createPasswords();
    const stored = await passwords.hash('certa', 'party');
    expect(await passwords.runCheck('party', (matches) => matches(stored, 'certa'))).toBe(true);
    expect(await passwords.runCheck('party', (matches) => matches(stored, 'errada'))).toBe(false);
  });
});
