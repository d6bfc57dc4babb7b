import type { KeyRing } from '@g2/kit/actor';
import { connectRpc } from '@g2/kit/grpc-client';
import { IdentityService, type User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';

export type Peers = {
  /** @throws AppError unavailable if identity cannot be reached */
  isActiveStaff(userId: string): Promise<boolean>;
  /** True if there is no such account. @throws AppError unavailable if identity cannot be reached */
  isGone(userId: string): Promise<boolean>;
  close(): void;
};

/** Calls identity with a service token. */
export function createPeers(
  addresses: { IDENTITY_GRPC: string; TLS_FOLDER?: string | undefined },
  keys: KeyRing,
): Peers {
  const tls = { tls: addresses.TLS_FOLDER };
  const identity = connectRpc(IdentityService, addresses.IDENTITY_GRPC, tls);
  const find = async (id: string): Promise<User | null> => {
    try {
      return await identity.getUser({ id }, { token: await keys.serviceToken('identity') });
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
    close: () => identity.close(),
  };
}
