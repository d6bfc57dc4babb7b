import type { KeyRing } from '@g2/kit/actor';
import { connectRpc } from '@g2/kit/grpc-client';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';

export type Peers = {
  /**
   * Asks whether an account may go (contract rule 9).
   * @throws AppError user-has-payments, user-has-balance, user-has-registrations; unavailable when one cannot be asked
   */
  mayBeDeleted(userId: string): Promise<void>;
  /** Whether a registration is an account's own; @throws AppError unavailable when it cannot be asked */
  isOwner(registrationId: string, userId: string): Promise<boolean>;
  close(): void;
};

export function createPeers(
  addresses: { PAYMENT_GRPC: string; REGISTRATION_GRPC: string; TLS_FOLDER?: string | undefined },
  keys: KeyRing,
): Peers {
  const tls = { tls: addresses.TLS_FOLDER };
  const payments = connectRpc(PaymentsService, addresses.PAYMENT_GRPC, tls);
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC, tls);
  return {
    async mayBeDeleted(userId) {
      const [toPayments, toRegistrations] = await Promise.all([
        keys.serviceToken('payment-credit'),
        keys.serviceToken('registration'),
      ]);
      const open = await payments.hasOpenPayments({ id: userId }, { token: toPayments });
      if (open.found) throw new AppError('user-has-payments');
      // After it: what was on its way a moment ago is a balance or a paid registration now.
      const [balances, unfinished] = await Promise.all([
        payments.getBalances({ userIds: [userId] }, { token: toPayments }),
        registrations.hasUnfinishedPaid({ id: userId }, { token: toRegistrations }),
      ]);
      if (balances.items.some((one) => one.credits !== 0)) throw new AppError('user-has-balance');
      if (unfinished.found) throw new AppError('user-has-registrations');
    },
    async isOwner(registrationId, userId) {
      const token = await keys.serviceToken('registration');
      return (await registrations.isOwner({ registrationId, userId }, { token })).owned;
    },
    close() {
      payments.close();
      registrations.close();
    },
  };
}
