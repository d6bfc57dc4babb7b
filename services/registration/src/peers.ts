import type { KeyRing } from '@g2/kit/actor';
import { connectRpc } from '@g2/kit/grpc-client';
import { IdentityService, type User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';

export type Peers = ReturnType<typeof createPeers>;

/** Calls identity with a service token. @throws AppError unavailable if identity cannot be reached */
export function createPeers(
  addresses: { IDENTITY_GRPC: string; TLS_FOLDER?: string | undefined },
  keys: KeyRing,
) {
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
    async isActiveStaff(userId: string): Promise<boolean> {
      const user = await find(userId);
      return user?.isActive === true && (user.role === 'operator' || user.role === 'admin');
    },
    /** True if there is no such account. */
    isGone: async (userId: string): Promise<boolean> => (await find(userId)) === null,
    close: () => identity.close(),
  };
}
