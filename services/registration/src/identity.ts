import type { KeyRing } from '@g2/kit/actor';
import { AppError } from '@g2/kit/errors';
import { connectRpc } from '@g2/kit/grpc-client';
import { IdentityService } from '@g2/proto/identity';

export type Identity = {
  /** @throws AppError unavailable while identity is away */
  isActiveStaff(userId: string): Promise<boolean>;
  close(): void;
};

/** What identity knows of an account, asked in this service's own name. */
export function connectIdentity(address: string, keys: KeyRing): Identity {
  const client = connectRpc(IdentityService, address, ['getUser']);
  return {
    async isActiveStaff(userId) {
      try {
        const user = await client.getUser({ id: userId }, { token: await keys.serviceToken() });
        return user.isActive && (user.role === 'operator' || user.role === 'admin');
      } catch (error) {
        if (error instanceof AppError && error.code === 'not-found') return false;
        throw error;
      }
    },
    close: () => client.close(),
  };
}
