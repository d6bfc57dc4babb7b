import { type Scope, scopeRefusal } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { Proof } from '@g2/terms/sensitive-acts';
import type { Actor, Role } from './actor.ts';

/** A role, a named service, or anyone (without a token). */
export type Caller = Role | `service:${string}` | 'anyone';

export const signedIn = ['client', 'operator', 'admin'] as const satisfies Caller[];
export const staff = ['operator', 'admin'] as const satisfies Caller[];

/** Permissions of an rpc. `@g2/terms/sensitive-acts` lists the proofs that sensitive ones require. */
export type Permission = {
  allow: readonly Caller[];
  /** Also for staff who must set up a second factor first. */
  allowedBeforeFactor?: true;
  /** Any one of these lets an API token call it; absent: API tokens are refused. */
  scopes?: readonly Scope[];
};

/** Validity of a confirmation by password, code or passkey, ms. */
export const CONFIRMATION_VALID_MS = 15 * 60_000;

/**
 * `proof`: of persons only. @throws AppError unauthenticated, forbidden, token-scope, factor-needed,
 * confirmation-needed
 */
export function authorize(
  { allow, allowedBeforeFactor, scopes }: Permission,
  actor: Actor,
  proof?: Proof,
): void {
  if (actor.kind === 'user' && actor.scopes && !actor.scopes.some((one) => scopes?.includes(one))) {
    throw scopeRefusal(scopes);
  }
  if (allow.includes('anyone')) return;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const caller: Caller = actor.kind === 'user' ? actor.role : `service:${actor.name}`;
  if (!allow.includes(caller)) throw new AppError('forbidden');
  if (actor.kind !== 'user') return;
  if (actor.lacksFactor && !allowedBeforeFactor) throw new AppError('factor-needed');
  const needsConfirmed = proof === 'session' || (proof === 'password' && actor.hasFactor === true);
  if (needsConfirmed && Date.now() - actor.confirmedAt.getTime() > CONFIRMATION_VALID_MS) {
    throw new AppError('confirmation-needed');
  }
}
