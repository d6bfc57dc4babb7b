import type { KeyRing } from '@g2/kit/actor';
import { connectRpc } from '@g2/kit/grpc-client';
import { RegistrationsService } from '@g2/proto/registration';
import type { HoldStatus } from './domain/removal.ts';

export type Peers = {
  /** @param ticketId ticket of the object's upload; '' when unknown @throws AppError unavailable */
  holdOf(objectKey: string, ticketId: string): Promise<HoldStatus>;
  close(): void;
};

export function createPeers(
  addresses: { REGISTRATION_GRPC: string; TLS_FOLDER?: string | undefined },
  keys: KeyRing,
): Peers {
  const tls = { tls: addresses.TLS_FOLDER };
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC, tls);
  return {
    async holdOf(objectKey, ticketId) {
      const token = await keys.serviceToken('registration');
      return registrations.isObjectHeld({ objectKey, ticketId }, { token });
    },
    close: () => registrations.close(),
  };
}
