import type { KeyRing } from '@g2/kit/actor';
import { AppError } from '@g2/kit/errors';
import { connectRpc } from '@g2/kit/grpc-client';
import { PaymentsService } from '@g2/proto/payment';
import { RegistrationsService } from '@g2/proto/registration';

export type Peers = {
  /**
   * Asks whether an account may go (contract rule 9).
   * @throws AppError user-has-balance, user-has-registrations; unavailable when one cannot be asked
   */
  mayBeDeleted(userId: string): Promise<void>;
  close(): void;
};

export function createPeers(
  addresses: { PAYMENT_GRPC: string; REGISTRATION_GRPC: string },
  keys: KeyRing,
): Peers {
  const payments = connectRpc(PaymentsService, addresses.PAYMENT_GRPC, ['getBalances']);
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC, ['hasUnfinishedPaid']);
  return {
    async mayBeDeleted(userId) {
      const token = await keys.serviceToken();
      const [balances, unfinished] = await Promise.all([
        payments.getBalances({ userIds: [userId] }, { token }),
        registrations.hasUnfinishedPaid({ id: userId }, { token }),
      ]);
      if (balances.items.some((one) => one.credits !== 0)) throw new AppError('user-has-balance');
      if (unfinished.found) throw new AppError('user-has-registrations');
    },
    close() {
      payments.close();
      registrations.close();
    },
  };
}
