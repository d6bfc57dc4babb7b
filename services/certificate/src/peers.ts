import type { KeyRing } from '@g2/kit/actor';
import { type CallOptions, connectRpc } from '@g2/kit/grpc-client';
import { type CertificateFacts, RegistrationsService } from '@g2/proto/registration';
import { type ChangeCounts, StorageService } from '@g2/proto/storage';
import { AppError } from '@g2/terms/errors';

export type Peers = {
  /**
   * What a certificate would state, asked by the caller's own token, for registration decides who may see it; without one
   * in this service's name.
   * @throws AppError not-found, unavailable
   */
  certificateFacts(registrationId: string, asker?: CallOptions['token']): Promise<CertificateFacts>;
  /**
   * How many files of each kind a version has against the one before.
   * @throws AppError not-found where one of the two cannot be read, unavailable
   */
  countChanges(registrationId: string): Promise<ChangeCounts>;
  close(): void;
};

/** Longer than two of 100,000 files take; a page waits for it once, ms. */
const COUNT_DEADLINE_MS = 4_000;

type Addresses = {
  REGISTRATION_GRPC: string;
  STORAGE_GRPC: string;
  TLS_FOLDER?: string | undefined;
};

export function createPeers(addresses: Addresses, keys: KeyRing): Peers {
  const tls = { tls: addresses.TLS_FOLDER };
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC, tls);
  const storage = connectRpc(StorageService, addresses.STORAGE_GRPC, tls);
  const factsOf = async (id: string) =>
    registrations.getCertificateFacts({ id }, { token: await keys.serviceToken('registration') });
  return {
    certificateFacts: (id, asker) =>
      asker ? registrations.getCertificateFacts({ id }, { token: asker }) : factsOf(id),
    async countChanges(id) {
      const { objectKey, previousObjectKey } = await factsOf(id);
      if (!objectKey || !previousObjectKey) throw new AppError('not-found');
      const pair = { objectKey, earlierObjectKey: previousObjectKey };
      const token = await keys.serviceToken('storage-hashing');
      return storage.countChanges(pair, { token, deadlineMs: COUNT_DEADLINE_MS });
    },
    close() {
      registrations.close();
      storage.close();
    },
  };
}
