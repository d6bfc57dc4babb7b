import type { Registration } from '@g2/gateway/contract/registrations';

/** What a card asks of the page it stands on. The functions keep their identity, so that cards need not be drawn again. */
export interface RegistrationActions {
  readonly onPay: (registration: Registration) => void;
  readonly onDetails: (registration: Registration) => void;
  readonly onRemove: (registration: Registration) => void;
}

/** The section that holds the cards; takes the focus when the card that had it is gone. */
export const LIST_ID = 'registrations';

/** Where the details of a registration are edited. */
export const editPath = (id: string, step: 'basic' | 'upload' = 'basic'): string =>
  `/register?id=${id}&step=${step}`;

/** A registration that was never paid and may still be changed or deleted. */
export const isUnpaid = ({ canEdit, paymentPaidAt }: Registration): boolean =>
  canEdit && paymentPaidAt === null;

/** Why the staff sent an already paid registration back (contract rule 3); null when nothing is asked. */
export function correctionOf(registration: Registration, fallback: string): string | null {
  if (registration.status !== 'submitted' || registration.paymentPaidAt === null) return null;
  return registration.correctionReason ?? fallback;
}
