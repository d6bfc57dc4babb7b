import { type Scope, scopeRefusal } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { Actor, Role } from './actor.ts';

/** Who may call an rpc: a role, a named service, or anyone (no token needed). */
export type Caller = Role | `service:${string}` | 'anyone';

export const signedIn = ['client', 'operator', 'admin'] as const satisfies Caller[];
export const staff = ['operator', 'admin'] as const satisfies Caller[];

/** Who may call an rpc, and what they must have shown before. */
export type Permission = {
  allow: readonly Caller[];
  /** A sensitive act: a person must have shown of late that it is them (`CONFIRMED_MS`); services need not. */
  confirmed?: true;
  /** Also for staff who must set up a second factor before anything else. */
  beforeFactor?: true;
  /** What an API token must be good for, one of them being enough; absent: no token calls it. */
  scopes?: readonly Scope[];
};

/** How long it counts that somebody gave the password, a code or a passkey: a sensitive act past it asks again, ms. */
export const CONFIRMED_MS = 15 * 60_000;

/** @throws AppError unauthenticated, forbidden, token-scope, factor-needed, confirmation-needed */
export function permit({ allow, confirmed, beforeFactor, scopes }: Permission, actor: Actor): void {
  if (actor.kind === 'user' && actor.scopes && !actor.scopes.some((one) => scopes?.includes(one))) {
    throw scopeRefusal(scopes);
  }
  if (allow.includes('anyone')) return;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const caller: Caller = actor.kind === 'user' ? actor.role : `service:${actor.name}`;
  if (!allow.includes(caller)) throw new AppError('forbidden');
  if (actor.kind !== 'user') return;
  if (actor.lacksFactor && !beforeFactor) throw new AppError('factor-needed');
  if (confirmed && Date.now() - actor.confirmedAt.getTime() > CONFIRMED_MS) {
    throw new AppError('confirmation-needed');
  }
}
