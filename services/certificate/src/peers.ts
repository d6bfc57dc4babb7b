import type { KeyRing } from '@g2/kit/actor';
import { type CallOptions, connectRpc } from '@g2/kit/grpc-client';
import { type CertificateFacts, RegistrationsService } from '@g2/proto/registration';

export type Peers = {
  /**
   * What a certificate would state, asked by the caller's own token, for registration decides who may see it; without one
   * in this service's name.
   * @throws AppError not-found, unavailable
   */
  certificateFacts(registrationId: string, asker?: CallOptions['token']): Promise<CertificateFacts>;
  close(): void;
};

export function createPeers(addresses: { REGISTRATION_GRPC: string }, keys: KeyRing): Peers {
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC);
  return {
    async certificateFacts(id, asker) {
      const token = asker ?? (await keys.serviceToken('registration'));
      return registrations.getCertificateFacts({ id }, { token });
    },
    close: () => registrations.close(),
  };
}
