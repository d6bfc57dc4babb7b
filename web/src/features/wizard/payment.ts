import type { Registration } from '@g2/gateway/contract/registrations';
import { type ComponentType, createContext } from 'react';

/** Props of the component that pays one registration. */
export interface PaymentProps {
  readonly registration: Registration;
  /** Whether a payment is being processed; the component must stay mounted and visible then. */
  readonly onBusy: (busy: boolean) => void;
  /** The payment ended, was postponed or cancelled, or could not be started. */
  readonly onClose: () => void;
}

/** Payment component of another feature, provided by the page that contains the wizard. */
export const PaymentContext = createContext<ComponentType<PaymentProps>>(() => null);
