import type { KeyRing } from '@g2/kit/actor';
import { type CallOptions, connectRpc } from '@g2/kit/grpc-client';
import { type CertificateFacts, RegistrationsService } from '@g2/proto/registration';
import { type ChangeCounts, StorageService } from '@g2/proto/storage';
import { AppError } from '@g2/terms/errors';

export type Peers = {
  /** With a token, registration authorises the caller, else this service. @throws AppError not-found, unavailable */
  certificateFacts(registrationId: string, callerToken?: CallOptions['token']): Promise<CertificateFacts>;
  /** Files by change since the previous version. @throws AppError not-found (a file is unreadable), unavailable */
  countChanges(registrationId: string): Promise<ChangeCounts>;
  close(): void;
};

/** Handler for `catch`: replaces the error not-found by undefined. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not-found') return undefined;
  throw error;
}

/** Deadline, ms; enough to compare two archives of 100,000 files. Each version is counted once. */
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
    certificateFacts: (id, callerToken) =>
      callerToken ? registrations.getCertificateFacts({ id }, { token: callerToken }) : factsOf(id),
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
