import { type Scope, scopeRefusal } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { Proof } from '@g2/terms/sensitive-acts';
import type { Actor, Role } from './actor.ts';

/** Who may call an rpc: a role, a named service, or anyone (no token needed). */
export type Caller = Role | `service:${string}` | 'anyone';

export const signedIn = ['client', 'operator', 'admin'] as const satisfies Caller[];
export const staff = ['operator', 'admin'] as const satisfies Caller[];

/** Who may call an rpc. What must be shown before a sensitive one is said in one table, `@g2/terms/sensitive-acts`. */
export type Permission = {
  allow: readonly Caller[];
  /** Also for staff who must set up a second factor before anything else. */
  beforeFactor?: true;
  /** What an API token must be good for, one of them being enough; absent: no token calls it. */
  scopes?: readonly Scope[];
};

/** How long it counts that somebody gave the password, a code or a passkey: a sensitive act past it asks again, ms. */
export const CONFIRMED_MS = 15 * 60_000;

/**
 * @param proof what a sensitive act asks of a person; services need not show it
 * @throws AppError unauthenticated, forbidden, token-scope, factor-needed, confirmation-needed
 */
export function permit({ allow, beforeFactor, scopes }: Permission, actor: Actor, proof?: Proof): void {
  if (actor.kind === 'user' && actor.scopes && !actor.scopes.some((one) => scopes?.includes(one))) {
    throw scopeRefusal(scopes);
  }
  if (allow.includes('anyone')) return;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const caller: Caller = actor.kind === 'user' ? actor.role : `service:${actor.name}`;
  if (!allow.includes(caller)) throw new AppError('forbidden');
  if (actor.kind !== 'user') return;
  if (actor.lacksFactor && !beforeFactor) throw new AppError('factor-needed');
  const needsConfirmed = proof === 'session' || (proof === 'password' && actor.hasFactor === true);
  if (needsConfirmed && Date.now() - actor.confirmedAt.getTime() > CONFIRMED_MS) {
    throw new AppError('confirmation-needed');
  }
}
