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
  /** Grows with every change; orders the events of one account. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

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
 * @throws AppError self-change, last-admin
 */
export function changeUser(state: UserState, change: UserChange, by: By, now: Date): Decided {
  const next: UserState = {
    ...state,
    firstName: change.firstName?.trim() ?? state.firstName,
    lastName: change.lastName?.trim() ?? state.lastName,
    role: change.role ?? state.role,
    isActive: change.isActive ?? state.isActive,
  };
  const standing = next.role !== state.role || next.isActive !== state.isActive;
  const names = next.firstName !== state.firstName || next.lastName !== state.lastName;
  if (!standing && !names) return { next: state, facts: [] };
  if (standing && by.actorId === state.id) throw new AppError('self-change');
  if (isActiveAdmin(state) && !isActiveAdmin(next)) keepAnAdmin(by);
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
  const next = { ...state, isActive: false, version: state.version + 1 };
  return { next, facts: [{ kind: 'deleted' }, { kind: 'all-sessions-ended' }] };
}

function keepAnAdmin(by: By): void {
  if (by.otherActiveAdmins === 0) throw new AppError('last-admin');
}
