import { type Scope, scopeRefusal } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { Proof } from '@g2/terms/sensitive-acts';
import type { Actor, Role } from './actor.ts';

/** Who may call an rpc: a role, a named service, or anyone, even without a token. */
export type Caller = Role | `service:${string}` | 'anyone';

export const signedIn = ['client', 'operator', 'admin'] as const satisfies Caller[];
export const staff = ['operator', 'admin'] as const satisfies Caller[];

/** Permissions of an rpc. `@g2/terms/sensitive-acts` lists the proofs that sensitive rpcs require in addition. */
export type Permission = {
  allow: readonly Caller[];
  /** Also admits staff who have not yet set up their required second factor. */
  allowedBeforeFactor?: true;
  /** An API token needs one of these scopes. Absent: every API token is refused. */
  scopes?: readonly Scope[];
};

/** Validity of a confirmation by password, code or passkey, ms. */
export const CONFIRMATION_VALID_MS = 15 * 60_000;

/**
 * Checks whether the caller may call an rpc. `proof` is required of users only, not of services.
 * @throws AppError unauthenticated, forbidden, token-scope, factor-needed, confirmation-needed
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
