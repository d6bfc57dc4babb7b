import { connectRpc, type RpcClient } from '@g2/kit/grpc-client';
import { CertificatesService } from '@g2/proto/certificate';
import { IdentityService } from '@g2/proto/identity';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import type { Config } from './config.ts';

export type Clients = {
  identity: RpcClient<typeof IdentityService>;
  registrations: RpcClient<typeof RegistrationsService>;
  payments: RpcClient<typeof PaymentsService>;
  certificates: RpcClient<typeof CertificatesService>;
};

/** One client per service for the whole process; the lists name what may be asked again when a peer goes away. */
export const connectClients = (config: Config): Clients => ({
  identity: connectRpc(IdentityService, config.IDENTITY_GRPC, [
    'checkSession',
    'startOidc',
    'logOut',
    'listUsers',
    'getUser',
    'countUsers',
    'listOperators',
    'getPeople',
    'listDevMail',
  ]),
  registrations: connectRpc(RegistrationsService, config.REGISTRATION_GRPC, [
    'getRegistration',
    'listOwn',
    'listForStaff',
    'getHistory',
    'listHolders',
    'startUpload',
    // The same receipt committed twice answers the same.
    'commitUpload',
    'startDownload',
    'countAssignments',
    'getOwnStats',
    'getOperatorStats',
    'getAdminStats',
    'getAnalytics',
    'exportRegistrations',
    'findUnfinishedPaid',
  ]),
  payments: connectRpc(PaymentsService, config.PAYMENT_GRPC, [
    'getPaymentConfig',
    'listPackages',
    'listOwnPurchases',
    'listOwnTransactions',
    'getOwnBalance',
    'syncIntent',
    'getReceipt',
    'getBalances',
    'listTransactions',
    'listPayments',
    'findIntent',
    'listWebhookEvents',
    'getPaymentHealth',
  ]),
  certificates: connectRpc(CertificatesService, config.CERTIFICATE_GRPC, ['getCertificate', 'findByNumber']),
});

export function closeClients(clients: Clients): void {
  for (const client of Object.values(clients)) client.close();
}
