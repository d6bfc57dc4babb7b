import type { Registration } from '@g2/gateway/contract/registrations';
import { type ComponentType, createContext } from 'react';

/** Pays one registration; closed while it is null. */
export interface PaymentDialog {
  readonly registration: Registration | null;
  readonly onClose: () => void;
}

/** Another feature's: the page that holds the wizard gives it. */
export const PaymentDialogContext = createContext<ComponentType<PaymentDialog>>(() => null);
