import { connectRpc, type RpcClient } from '@g2/kit/grpc-client';
import { CertificatesService } from '@g2/proto/certificate';
import { IdentityService } from '@g2/proto/identity';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import { StorageService } from '@g2/proto/storage';
import type { Config } from './config.ts';

export type Clients = {
  identity: RpcClient<typeof IdentityService>;
  registrations: RpcClient<typeof RegistrationsService>;
  payments: RpcClient<typeof PaymentsService>;
  certificates: RpcClient<typeof CertificatesService>;
  storage: RpcClient<typeof StorageService>;
};

export function connectClients(config: Config): Clients {
  const options = { tls: config.TLS_FOLDER };
  return {
    identity: connectRpc(IdentityService, config.IDENTITY_GRPC, options),
    registrations: connectRpc(RegistrationsService, config.REGISTRATION_GRPC, options),
    payments: connectRpc(PaymentsService, config.PAYMENT_GRPC, options),
    certificates: connectRpc(CertificatesService, config.CERTIFICATE_GRPC, options),
    storage: connectRpc(StorageService, config.STORAGE_GRPC, options),
  };
}

export function closeClients(clients: Clients): void {
  for (const client of Object.values(clients)) client.close();
}
