import type { KeyRing } from '@g2/kit/actor';
import { connectRpc } from '@g2/kit/grpc-client';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';

export type Peers = ReturnType<typeof createPeers>;

/** Calls to other services. They throw AppError unavailable when the service does not respond. */
export function createPeers(
  addresses: { PAYMENT_GRPC: string; REGISTRATION_GRPC: string; TLS_FOLDER?: string | undefined },
  keys: KeyRing,
) {
  const tls = { tls: addresses.TLS_FOLDER };
  const payments = connectRpc(PaymentsService, addresses.PAYMENT_GRPC, tls);
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC, tls);
  return {
    /** Checks api-rules R9. @throws AppError user-has-payments, user-has-balance, user-has-registrations */
    async assertDeletable(userId: string): Promise<void> {
      const [toPayments, toRegistrations] = await Promise.all([
        keys.serviceToken('payment-credit'),
        keys.serviceToken('registration'),
      ]);
      const open = await payments.hasOpenPayments({ id: userId }, { token: toPayments });
      if (open.found) throw new AppError('user-has-payments');
      // Runs after the check for open payments: a payment that settles in between shows up here as a balance
      // or a paid registration.
      const [balances, unfinished] = await Promise.all([
        payments.getBalances({ userIds: [userId] }, { token: toPayments }),
        registrations.hasUnfinishedPaid({ id: userId }, { token: toRegistrations }),
      ]);
      if (balances.items.some((one) => one.credits !== 0)) throw new AppError('user-has-balance');
      if (unfinished.found) throw new AppError('user-has-registrations');
    },
    async isOwner(registrationId: string, userId: string): Promise<boolean> {
      const token = await keys.serviceToken('registration');
      return (await registrations.isOwner({ registrationId, userId }, { token })).owned;
    },
    close() {
      payments.close();
      registrations.close();
    },
  };
}
