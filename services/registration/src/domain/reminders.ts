import { AppError } from '@g2/terms/errors';
import { formatDateTime } from '@g2/terms/pt-br';
import { registrationAct } from './audit-acts.ts';
import type { Caller, Registration, RegistrationDecision } from './registration.ts';
import { canPay } from './registration.ts';

/** Minimum interval between reminders of one payment, ms. */
const BETWEEN_MS = 7 * 24 * 3_600_000;

export const remindableFrom = (remindedAt: Date | null): Date | null =>
  remindedAt === null ? null : new Date(remindedAt.getTime() + BETWEEN_MS);

/** @throws AppError conflict if the registration cannot be paid, or the previous reminder is too recent */
export function remindOfPayment(
  state: Registration,
  caller: Caller,
  remindedAt: Date | null,
  now: Date,
): RegistrationDecision {
  const { file } = state;
  if (!file || !canPay(state))
    throw new AppError('conflict', { message: 'Este registro não espera pagamento.' });
  const from = remindableFrom(remindedAt);
  if (from !== null && now < from) {
    const message = `O cliente já foi lembrado. Um novo lembrete pode ser enviado a partir de ${formatDateTime(from)}.`;
    throw new AppError('conflict', { message });
  }
  return {
    next: state,
    facts: [
      { kind: 'payment-reminder', fileName: file.fileName },
      { kind: 'act', act: registrationAct(state.id, 'payment-reminded', caller.id, {}) },
    ],
  };
}
