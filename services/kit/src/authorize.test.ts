import type { Scope } from '@g2/terms/api-tokens';
import type { Proof } from '@g2/terms/sensitive-acts';
import { describe, expect, it } from 'vitest';
import { type Actor, anonymous, type UserActor } from './actor.ts';
import { authorize, CONFIRMATION_VALID_MS, type Permission } from './authorize.ts';

const ago = (ms: number) => new Date(Date.now() - ms);
const person = (more: Partial<UserActor> = {}): Actor => ({
  kind: 'user',
  id: 'u',
  role: 'admin',
  sessionId: 's',
  confirmedAt: ago(0),
  lacksFactor: false,
  ...more,
});
const answer = (permission: Permission, actor: Actor, proof?: Proof): string => {
  try {
    authorize(permission, actor, proof);
    return 'in';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const admins = { allow: ['admin', 'service:identity'] } as const;

describe('authorize', () => {
  it('admits only the callers that the permission lists', () => {
    expect(answer(admins, anonymous)).toBe('unauthenticated');
    expect(answer(admins, person())).toBe('in');
    expect(answer(admins, person({ role: 'operator' }))).toBe('forbidden');
    expect(answer(admins, { kind: 'service', name: 'identity' })).toBe('in');
    expect(answer(admins, { kind: 'service', name: 'certificate' })).toBe('forbidden');
    expect(answer({ allow: ['anyone'] }, anonymous)).toBe('in');
  });

  it('requires users, but not services, to confirm within 15 minutes before a sensitive act', () => {
    const late = person({ confirmedAt: ago(CONFIRMATION_VALID_MS + 5_000) });
    expect(answer(admins, person({ confirmedAt: ago(CONFIRMATION_VALID_MS - 5_000) }), 'session')).toBe('in');
    expect(answer(admins, late, 'session')).toBe('confirmation-needed');
    expect(answer(admins, late)).toBe('in');
    expect(answer(admins, { kind: 'service', name: 'identity' }, 'session')).toBe('in');
    // Permission is checked before the confirmation.
    const client = person({ role: 'client', confirmedAt: ago(CONFIRMATION_VALID_MS * 2) });
    expect(answer(admins, client, 'session')).toBe('forbidden');
  });

  it('accepts the password of a call as confirmation only for an account without a second factor', () => {
    const late = { confirmedAt: ago(CONFIRMATION_VALID_MS + 5_000) };
    expect(answer(admins, person(late), 'password')).toBe('in');
    expect(answer(admins, person({ ...late, hasFactor: true }), 'password')).toBe('confirmation-needed');
    expect(answer(admins, person({ hasFactor: true }), 'password')).toBe('in');
    expect(answer(admins, person({ ...late, hasFactor: true }), 'code')).toBe('in');
  });

  it('admits an API token only with a scope that the permission lists', () => {
    const token = (...scopes: Scope[]) => person({ role: 'client', confirmedAt: new Date(0), scopes });
    const read = { allow: ['client'], scopes: ['registrations:read', 'certificates:read'] } as const;
    expect(answer(read, token('registrations:read'))).toBe('in');
    expect(answer(read, token('files:write', 'certificates:read'))).toBe('in');
    expect(answer(read, token('registrations:write'))).toBe('token-scope');
    expect(answer(read, token())).toBe('token-scope');
    expect(answer(read, person({ role: 'client' }))).toBe('in');
    // A permission without scopes refuses every API token.
    for (const allow of [['client'], ['anyone'], ['client', 'service:identity']] as const) {
      expect(answer({ allow }, token('registrations:read'))).toBe('token-scope');
    }
    expect(answer({ ...read, allow: ['admin'] }, token('registrations:read'))).toBe('forbidden');
    expect(answer(read, token('registrations:read'), 'session')).toBe('confirmation-needed');
  });

  it('lets staff without their required second factor only set it up', () => {
    const owing = person({ lacksFactor: true });
    expect(answer(admins, owing)).toBe('factor-needed');
    expect(answer({ ...admins, allowedBeforeFactor: true }, owing)).toBe('in');
    expect(answer({ allow: ['client'], allowedBeforeFactor: true }, owing)).toBe('forbidden');
  });
});
