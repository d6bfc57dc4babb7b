import type { KeyRing } from '@g2/kit/actor';
import { connectRpc } from '@g2/kit/grpc-client';
import { IdentityService, type User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';

export type Identity = {
  /** @throws AppError unavailable while identity is away */
  isActiveStaff(userId: string): Promise<boolean>;
  /** True when there is no such account. @throws AppError unavailable while identity is away */
  isGone(userId: string): Promise<boolean>;
  close(): void;
};

/** What identity knows of an account, asked in this service's own name. */
export function connectIdentity(address: string, keys: KeyRing): Identity {
  const client = connectRpc(IdentityService, address);
  const find = async (id: string): Promise<User | null> => {
    try {
      return await client.getUser({ id }, { token: await keys.serviceToken('identity') });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    }
  };
  return {
    async isActiveStaff(userId) {
      const user = await find(userId);
      return user?.isActive === true && (user.role === 'operator' || user.role === 'admin');
    },
    isGone: async (userId) => (await find(userId)) === null,
    close: () => client.close(),
  };
}
