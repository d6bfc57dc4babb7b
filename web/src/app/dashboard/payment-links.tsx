import type { Registration } from '@g2/gateway/contract/registrations';
import { usePayLink } from './use-pay-link.ts';
import { usePaymentReturn } from './use-payment-return.ts';

/** Heeds what the address says about payments. Apart from the page, which need not follow every change of the address. */
export function PaymentLinks({ onPay }: { onPay: (registration: Registration) => void }) {
  usePaymentReturn();
  usePayLink(onPay);
  return null;
}
