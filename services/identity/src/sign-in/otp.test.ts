import { describe, expect, it } from 'vitest';
import { stepAt, stepOf } from '../domain/totp.ts';
import { codesOf, provisioning } from './otp.ts';

/** Secret and codes of RFC 6238, appendix B (SHA-1). Of its eight digits, the tests use the last six. */
const codes = codesOf(Buffer.from('12345678901234567890'));
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('the codes of an authenticator app', () => {
  it.each(vectors)('at %d s match the code %s of RFC 6238', (seconds, code) => {
    const now = new Date(seconds * 1_000);
    expect(codes(stepAt(now))).toBe(code);
    expect(stepOf(code, codes, 0, now)).toBe(Math.floor(seconds / 30));
  });

  it('are accepted one step early or late, no further', () => {
    const at = (seconds: number) => stepOf('050471', codes, 0, new Date(seconds * 1_000));
    const step = Math.floor(1_111_111_111 / 30);
    expect([at(step * 30 - 31), at(step * 30 - 30), at(step * 30 + 59), at(step * 30 + 60)]).toEqual([
      undefined,
      step,
      step,
      undefined,
    ]);
  });

  it('are accepted only for time steps after the last accepted one', () => {
    const now = new Date(1_111_111_111_000);
    const step = stepAt(now);
    expect(stepOf(codes(step), codes, step, now)).toBeUndefined();
    expect(stepOf(codes(step - 1), codes, step, now)).toBeUndefined();
    expect(stepOf(codes(step + 1), codes, step, now)).toBe(step + 1);
  });

  it('are set up by a URL with issuer and account', () => {
    const { secret, otpauthUrl } = provisioning(Buffer.from('12345678901234567890'), 'ana@exemplo.com.br');
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const url = new URL(otpauthUrl);
    expect(decodeURIComponent(url.pathname)).toContain('G2 Software Registry:ana@exemplo.com.br');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'G2 Software Registry',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
