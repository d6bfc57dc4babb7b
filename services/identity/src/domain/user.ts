import { cleanLine } from '@g2/terms/characters';
import type { Decision } from '@g2/terms/decision';
import { AppError } from '@g2/terms/errors';
import type { Role } from '@g2/terms/names';

export type UserState = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  isActive: boolean;
  profileImageUrl: string | null;
  /** When the owner proved the e-mail address; null before. */
  emailVerifiedAt: Date | null;
  mfaEnabled: boolean;
  /** Grows with every change; orders the events of an account. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

/** True for staff who must set up a second factor before any other action. */
export const lacksRequiredFactor = (user: UserState, requireStaffMfa: boolean): boolean =>
  requireStaffMfa && user.role !== 'client' && !user.mfaEnabled;

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

/** `otherActiveAdmins`: number of active admins without the changed account. */
export type ChangedBy = { actorId: string; otherActiveAdmins: number };

type Fact = { kind: 'changed' } | { kind: 'deleted' } | { kind: 'all-sessions-ended' };

export type Decided = Decision<UserState, Fact>;

const isActiveAdmin = (user: UserState): boolean => user.role === 'admin' && user.isActive;

/** A role change does not end sessions (api-rules R8, R9). @throws AppError self-change, last-admin, email-unproven */
export function changeUser(state: UserState, change: UserChange, by: ChangedBy, now: Date): Decided {
  const next: UserState = {
    ...state,
    firstName: change.firstName === undefined ? state.firstName : cleanLine(change.firstName),
    lastName: change.lastName === undefined ? state.lastName : cleanLine(change.lastName),
    role: change.role ?? state.role,
    isActive: change.isActive ?? state.isActive,
  };
  const changesRoleOrActivity = next.role !== state.role || next.isActive !== state.isActive;
  const names = next.firstName !== state.firstName || next.lastName !== state.lastName;
  if (!changesRoleOrActivity && !names) return { next: state, facts: [] };
  if (changesRoleOrActivity && by.actorId === state.id) throw new AppError('self-change');
  if (isActiveAdmin(state) && !isActiveAdmin(next)) assertOtherAdmin(by);
  // An account that was created with a stranger's address must not become staff.
  if (state.role === 'client' && next.role !== 'client' && !state.emailVerifiedAt) {
    throw new AppError('email-unproven');
  }
  next.version = state.version + 1;
  next.updatedAt = now;
  const facts: Fact[] = changesRoleOrActivity ? [{ kind: 'changed' }] : [];
  if (state.isActive && !next.isActive) facts.push({ kind: 'all-sessions-ended' });
  return { next, facts };
}

/** Removes an account (api-rules R9). @throws AppError self-change, last-admin */
export function removeUser(state: UserState, by: ChangedBy): Decided {
  if (by.actorId === state.id) throw new AppError('self-change');
  if (isActiveAdmin(state)) assertOtherAdmin(by);
  return deletedUser(state);
}

/** Another admin must remove a staff account and reassign its work (api-rules R9). @throws AppError self-change */
export function removeOwn(state: UserState): Decided {
  if (state.role !== 'client') {
    const message = 'A sua conta é da equipe: peça a exclusão a outro administrador.';
    throw new AppError('self-change', { message });
  }
  return deletedUser(state);
}

const deletedUser = (state: UserState): Decided => ({
  next: { ...state, isActive: false, version: state.version + 1 },
  facts: [{ kind: 'deleted' }, { kind: 'all-sessions-ended' }],
});

function assertOtherAdmin(by: ChangedBy): void {
  if (by.otherActiveAdmins === 0) throw new AppError('last-admin');
}
