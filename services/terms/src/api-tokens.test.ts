import { describe, expect, it } from 'vitest';
import {
  apiToken,
  BASE62,
  isApiToken,
  scopeRefusal,
  TOKEN_RANDOM_LENGTH,
  tokenPrefix,
} from './api-tokens.ts';

const CHANCE = 'aZ09'.repeat(TOKEN_RANDOM_LENGTH / 4);

describe('an API token', () => {
  it('has a prefix, a fixed length, and a CRC-32 checksum', () => {
    const token = apiToken(CHANCE);
    expect(token).toMatch(/^g2_[0-9A-Za-z]{46}$/);
    const value = token
      .slice(-6)
      .split('')
      .reduce((sum, letter) => sum * 62 + BASE62.indexOf(letter), 0);
    // CRC-32 of the same text, computed by zlib.
    expect(value).toBe(1054592367);
    expect(tokenPrefix(token)).toBe('g2_aZ09a');
  });

  it('is rejected with any character changed, swapped, removed or added', () => {
    const token = apiToken(CHANCE);
    expect(isApiToken(token)).toBe(true);
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'x' ? 'y' : 'x';
      expect(isApiToken(`${token.slice(0, at)}${other}${token.slice(at + 1)}`), `at ${at}`).toBe(false);
    }
    const swapped = `${token.slice(0, 3)}${token[4]}${token[3]}${token.slice(5)}`;
    for (const wrong of [
      swapped,
      token.slice(0, -1),
      `${token}0`,
      ` ${token}`,
      '',
      'g2_',
      `G2_${token.slice(3)}`,
    ])
      expect(isApiToken(wrong), wrong).toBe(false);
  });

  it('is refused with a message that names the missing scope', () => {
    expect(scopeRefusal(['files:write']).message).toContain('files:write');
    expect(scopeRefusal(['registrations:read', 'files:write']).message).toContain(
      'registrations:read ou files:write',
    );
    expect(scopeRefusal(['files:write'])).toMatchObject({ code: 'token-scope', httpStatus: 403 });
    const none = 'Esta chamada não aceita tokens de API: entre com a sua conta no site.';
    expect(scopeRefusal()).toMatchObject({ code: 'token-scope', detail: { message: none } });
  });
});
