import { cleanLine } from '@g2/terms/characters';
import type { Decision } from '@g2/terms/decision';
import { AppError } from '@g2/terms/errors';
import type { Role } from '@g2/terms/names';

/** An account as its rules see it. */
export type UserState = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  isActive: boolean;
  profileImageUrl: string | null;
  /** When its owner proved the address; null until then. */
  emailVerifiedAt: Date | null;
  /** A password alone does not sign in. */
  mfaEnabled: boolean;
  /** Grows with every change; orders the events of one account. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

/** True of staff who must set up a second factor before anything else. */
export const lacksFactor = (user: UserState, requireStaffMfa: boolean): boolean =>
  requireStaffMfa && user.role !== 'client' && !user.mfaEnabled;

/** A new account, as it begins: a client's, without a second factor. */
export const newUser = (
  id: string,
  person: { email: string; firstName: string; lastName: string },
  now: Date,
): UserState => ({
  id,
  email: person.email.trim(),
  firstName: cleanLine(person.firstName),
  lastName: cleanLine(person.lastName),
  role: 'client',
  isActive: true,
  profileImageUrl: null,
  emailVerifiedAt: null,
  mfaEnabled: false,
  version: 1,
  createdAt: now,
  updatedAt: now,
});

export type UserChange = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  role?: Role | undefined;
  isActive?: boolean | undefined;
};

/** Who changes an account, and whether an active admin would remain without it. */
export type By = { actorId: string; otherActiveAdmins: number };

/** What became true of an account, for whoever must react. */
export type Fact = { kind: 'changed' } | { kind: 'deleted' } | { kind: 'all-sessions-ended' };

/** The account after a change; without facts nobody else need know. */
export type Decided = Decision<UserState, Fact>;

const isActiveAdmin = (user: UserState): boolean => user.role === 'admin' && user.isActive;

/**
 * Changes names, role or activity (contract rules 8 and 9). What stays the same makes no fact; a role change keeps
 * the sessions, deactivation ends them.
 * @throws AppError self-change, last-admin, email-unproven
 */
export function changeUser(state: UserState, change: UserChange, by: By, now: Date): Decided {
  const next: UserState = {
    ...state,
    firstName: change.firstName === undefined ? state.firstName : cleanLine(change.firstName),
    lastName: change.lastName === undefined ? state.lastName : cleanLine(change.lastName),
    role: change.role ?? state.role,
    isActive: change.isActive ?? state.isActive,
  };
  const standing = next.role !== state.role || next.isActive !== state.isActive;
  const names = next.firstName !== state.firstName || next.lastName !== state.lastName;
  if (!standing && !names) return { next: state, facts: [] };
  if (standing && by.actorId === state.id) throw new AppError('self-change');
  if (isActiveAdmin(state) && !isActiveAdmin(next)) keepAnAdmin(by);
  // Whoever signed up with somebody else's address must not become staff by it.
  if (state.role === 'client' && next.role !== 'client' && !state.emailVerifiedAt) {
    throw new AppError('email-unproven');
  }
  next.version = state.version + 1;
  next.updatedAt = now;
  const facts: Fact[] = standing ? [{ kind: 'changed' }] : [];
  if (state.isActive && !next.isActive) facts.push({ kind: 'all-sessions-ended' });
  return { next, facts };
}

/**
 * Removes an account (contract rule 9).
 * @throws AppError self-change, last-admin
 */
export function removeUser(state: UserState, by: By): Decided {
  if (by.actorId === state.id) throw new AppError('self-change');
  if (isActiveAdmin(state)) keepAnAdmin(by);
  return gone(state);
}

/**
 * Its owner removes the own account (contract rule 9). Staff have another admin do it, who sees to their work.
 * @throws AppError self-change
 */
export function removeOwn(state: UserState): Decided {
  if (state.role !== 'client') {
    const message = 'A sua conta é da equipe: peça a exclusão a outro administrador.';
    throw new AppError('self-change', { message });
  }
  return gone(state);
}

const gone = (state: UserState): Decided => ({
  next: { ...state, isActive: false, version: state.version + 1 },
  facts: [{ kind: 'deleted' }, { kind: 'all-sessions-ended' }],
});

function keepAnAdmin(by: By): void {
  if (by.otherActiveAdmins === 0) throw new AppError('last-admin');
}
