import type { ApiToken, LinkedAccount, Passkey, User } from '@g2/proto/identity';
import type { UserState } from './domain/user.ts';
import type { Providers } from './providers/providers.ts';
import type { ShownToken } from './store/api-tokens.ts';
import type { LinkedAccountRow } from './store/linked-accounts.ts';
import type { ShownPasskey } from './store/passkeys.ts';

export const toMessage = (user: UserState): User => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  isActive: user.isActive,
  profileImageUrl: user.profileImageUrl ?? undefined,
  emailVerified: user.emailVerifiedAt !== null,
  mfaEnabled: user.mfaEnabled,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
});

/** Shows the provider's current name. */
export const toLinkedAccountMessage = (
  { email, lastUsedAt, ...link }: LinkedAccountRow,
  providers: Pick<Providers, 'nameOf'>,
): LinkedAccount => ({
  ...link,
  name: providers.nameOf(link.provider),
  email: email ?? undefined,
  lastUsedAt: lastUsedAt ?? undefined,
});

export const toPasskey = ({ lastUsedAt, ...passkey }: ShownPasskey): Passkey => ({
  ...passkey,
  lastUsedAt: lastUsedAt ?? undefined,
});

export const toApiToken = ({ expiresAt, lastUsedAt, ...token }: ShownToken): ApiToken => ({
  ...token,
  expiresAt: expiresAt ?? undefined,
  lastUsedAt: lastUsedAt ?? undefined,
});
