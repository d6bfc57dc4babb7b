import type { Registration } from '@g2/gateway/contract/registrations';
import { type ComponentType, createContext } from 'react';

/** Pays one registration, where it is put. */
export interface PaymentProps {
  readonly registration: Registration;
  /** Whether a payment is on its way: nothing on the screen may take it away then. */
  readonly onBusy: (busy: boolean) => void;
  /** It is over, left for later, cancelled, or could not be begun. */
  readonly onClose: () => void;
}

/** Another feature's: the page that holds the wizard gives it. */
export const PaymentContext = createContext<ComponentType<PaymentProps>>(() => null);
