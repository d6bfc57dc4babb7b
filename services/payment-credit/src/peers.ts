import type { KeyRing } from '@g2/kit/actor';
import { type CallOptions, connectRpc } from '@g2/kit/grpc-client';
import {
  type ManualPayment,
  type Payable,
  type PaymentDecision,
  RegistrationsService,
} from '@g2/proto/registration';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import { closedBy } from './payments/domain/standing.ts';

/** The tokens of who called us: the registration decides what they may see. */
type Asker = CallOptions['token'];

type Applicant = {
  userId: string;
  name: string;
  taxId: string;
  email: string;
  /** Another account has paid for the same file: this registration cannot be paid. */
  fileTaken: boolean;
};

export type Peers = {
  /** What may be paid, for its owner. @throws AppError not-found, forbidden, unavailable */
  payable(registrationId: string, asker: Asker): Promise<Payable>;
  /** Who applied, and whose it is. @throws AppError not-found when the registration says so to this caller, unavailable */
  applicant(registrationId: string, asker: Asker): Promise<Applicant>;
  /**
   * Asks, in our own name, whether the registration takes a captured payment. It decides once per payment.
   * @throws AppError unavailable when it does not answer in time
   */
  takePayment(captured: RegistrationPayment, deadlineMs: number): Promise<PaymentDecision>;
  /**
   * Makes sure that the registration knows the refunds and disputes of its payment.
   * @returns whether its case stays closed although nothing closes it, because its file is taken
   * @throws AppError unavailable
   */
  followPayment(payment: RegistrationPayment): Promise<{ staysClosed: boolean }>;
  /** What an admin set paid by hand, asked in our own name. @throws AppError unavailable */
  manualPayment(registrationId: string): Promise<ManualPayment>;
  close(): void;
};

export function createPeers(
  addresses: { REGISTRATION_GRPC: string; TLS_FOLDER?: string | undefined },
  keys: KeyRing,
): Peers {
  const tls = { tls: addresses.TLS_FOLDER };
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC, tls);
  const ourselves = () => keys.serviceToken('registration');
  return {
    payable: (id, token) => registrations.getPayable({ id }, { token }),
    applicant: async (id, token) => {
      const { userId, details, fileTaken } = await registrations.getRegistration({ id }, { token });
      const {
        applicantName: name = '',
        applicantTaxId: taxId = '',
        applicantEmail: email = '',
      } = details ?? {};
      return { userId, name, taxId, email, fileTaken };
    },
    takePayment: async (captured, deadlineMs) =>
      registrations.takePayment(
        {
          paymentId: captured.id,
          registrationId: captured.registrationId,
          userId: captured.userId,
          method: captured.method,
          amountCents: captured.amount,
          capturedAt: captured.capturedAt ?? captured.createdAt,
        },
        { token: await ourselves(), deadlineMs },
      ),
    followPayment: async (payment) => {
      const { id: paymentId, registrationId, flag, version } = payment;
      return registrations.followPayment(
        { paymentId, registrationId, flag: flag ?? undefined, closure: closedBy(payment), version },
        { token: await ourselves() },
      );
    },
    manualPayment: async (id) => registrations.getManualPayment({ id }, { token: await ourselves() }),
    close: () => registrations.close(),
  };
}
