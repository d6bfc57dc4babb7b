import { describe, expect, it } from 'vitest';
import { assertSignInMethod } from './sign-in-methods.ts';

const github = { provider: 'github' };
const configured = [{ id: 'github' }];

describe('assertSignInMethod', () => {
  it.each([
    ['the password', { hasPassword: true, passkeys: 0, links: [] }],
    ['a passkey', { hasPassword: false, passkeys: 1, links: [] }],
    ['a linked account', { hasPassword: false, passkeys: 0, links: [github] }],
  ])('accepts an account with %s', (_, left) => {
    expect(() => assertSignInMethod(left, configured)).not.toThrow();
  });

  it.each([
    ['no sign-in method', { hasPassword: false, passkeys: 0, links: [] }],
    ['a provider that is no longer offered', { hasPassword: false, passkeys: 0, links: [{ provider: 'x' }] }],
  ])('refuses an account with %s', (_, left) => {
    expect(() => assertSignInMethod(left, configured)).toThrow(
      expect.objectContaining({ code: 'last-way-in' }),
    );
  });
});
