import { describe, expect, it } from 'vitest';
import {
  applyLink,
  isValidLink,
  type MailToken,
  PROVES_ADDRESS,
  SETS_PASSWORD,
  tokenExpiry,
} from './mail-token.ts';
import { newUser } from './user.ts';

const now = new Date('2026-12-03T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const user = newUser('u1', { email: 'Ana@exemplo.com', firstName: 'Ana', lastName: 'Lima' }, now);
const link = (changes: Partial<MailToken> = {}): MailToken => ({
  userId: user.id,
  purpose: 'reset',
  email: 'ana@exemplo.com',
  expire: later(30),
  createdAt: now,
  ...changes,
});

describe('a mail link', () => {
  it.each([
    ['reset', 30],
    ['change', 30],
    ['verify', 24 * 60],
    ['undo', 7 * 24 * 60],
  ] as const)('for %s is valid for %d minutes', (purpose, minutes) => {
    expect(tokenExpiry(purpose, now)).toEqual(later(minutes));
  });

  it('is valid until it expires and only for its purpose', () => {
    expect(isValidLink(link(), SETS_PASSWORD, later(29))).toBe(true);
    expect(isValidLink(link(), SETS_PASSWORD, later(30))).toBe(false);
    expect(isValidLink(link(), PROVES_ADDRESS, now)).toBe(false);
    expect(isValidLink(undefined, SETS_PASSWORD, now)).toBe(false);
    expect([SETS_PASSWORD, PROVES_ADDRESS]).toEqual([
      ['reset', 'undo'],
      ['verify', 'change'],
    ]);
  });

  it.each(['reset', 'verify'] as const)('for %s proves the address it was sent to', (purpose) => {
    expect(applyLink(user, link({ purpose }), later(1))).toMatchObject({
      email: 'Ana@exemplo.com',
      emailVerifiedAt: later(1),
      version: 2,
    });
    const proven = { ...user, emailVerifiedAt: now };
    expect(applyLink(proven, link({ purpose }), later(1)).emailVerifiedAt).toBe(now);
  });

  it('is invalid once the address has changed or the account is inactive', () => {
    const invalid = expect.objectContaining({ code: 'token-invalid' });
    expect(() => applyLink({ ...user, email: 'outra@exemplo.com' }, link(), now)).toThrow(invalid);
    expect(() => applyLink({ ...user, isActive: false }, link(), now)).toThrow(invalid);
    expect(() => applyLink({ ...user, isActive: false }, link({ purpose: 'undo' }), now)).toThrow(invalid);
  });

  it.each(['change', 'undo'] as const)('for %s sets its own address, as proven', (purpose) => {
    const next = applyLink(user, link({ purpose, email: 'nova@exemplo.com' }), later(2));
    expect(next).toMatchObject({ email: 'nova@exemplo.com', emailVerifiedAt: later(2) });
    const proven = { ...user, emailVerifiedAt: now };
    const [other, same] = ['nova@exemplo.com', ' ANA@exemplo.com '].map((email) =>
      applyLink(proven, link({ purpose, email }), later(2)),
    );
    expect([other?.emailVerifiedAt, same?.emailVerifiedAt]).toEqual([later(2), now]);
  });
});
