import type { User } from '@g2/proto/identity';
import type { UserState } from './domain/user.ts';

/** An account as the wire has it. */
export const toMessage = (user: UserState): User => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  isActive: user.isActive,
  profileImageUrl: user.profileImageUrl ?? undefined,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
});
