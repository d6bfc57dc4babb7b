import type { KeyRing } from '@g2/kit/actor';
import { type CallOptions, connectRpc } from '@g2/kit/grpc-client';
import {
  type ManualPayment,
  type Payable,
  type PaymentDecision,
  RegistrationsService,
} from '@g2/proto/registration';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import { reportedStanding } from './payments/domain/standing.ts';

/** The caller's tokens, so that the registration authorises the access. */
type CallerToken = CallOptions['token'];

type Applicant = {
  userId: string;
  name: string;
  taxId: string;
  email: string;
  /** Another account paid for the same file, so this registration cannot be paid. */
  fileTaken: boolean;
};

export type Peers = {
  /** Whether, and at which price, the owner can pay. @throws AppError not-found, forbidden, unavailable */
  payable(registrationId: string, callerToken: CallerToken): Promise<Payable>;
  /** @throws AppError not-found when the caller may not see the registration, unavailable */
  applicant(registrationId: string, callerToken: CallerToken): Promise<Applicant>;
  /** The registration service decides once per payment. @throws AppError unavailable when it does not answer in time */
  takePayment(captured: RegistrationPayment, deadlineMs: number): Promise<PaymentDecision>;
  /**
   * Sends the payment's flag, closure and failed refund to the registration service.
   * @returns `staysClosed` when no closure is left, but the registration cannot reopen since another one of
   * the same file was paid
   * @throws AppError unavailable
   */
  followPayment(payment: RegistrationPayment): Promise<{ staysClosed: boolean }>;
  /** @throws AppError unavailable */
  manualPayment(registrationId: string): Promise<ManualPayment>;
  /** Unpaid registrations with the file of a paid one, which cannot be paid any more. @throws AppError unavailable */
  fileTakenBy(paidRegistrationId: string): Promise<string[]>;
  close(): void;
};

export function createPeers(
  addresses: { REGISTRATION_GRPC: string; TLS_FOLDER?: string | undefined },
  keys: KeyRing,
): Peers {
  const tls = { tls: addresses.TLS_FOLDER };
  const registrations = connectRpc(RegistrationsService, addresses.REGISTRATION_GRPC, tls);
  const ownToken = () => keys.serviceToken('registration');
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
        { token: await ownToken(), deadlineMs },
      ),
    followPayment: async (payment) => {
      const { id: paymentId, registrationId, version } = payment;
      return registrations.followPayment(
        { paymentId, registrationId, version, ...reportedStanding(payment) },
        { token: await ownToken() },
      );
    },
    manualPayment: async (id) => registrations.getManualPayment({ id }, { token: await ownToken() }),
    fileTakenBy: async (id) => (await registrations.findFileTaken({ id }, { token: await ownToken() })).ids,
    close: () => registrations.close(),
  };
}
