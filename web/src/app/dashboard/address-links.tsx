import { useDetailsLink } from './use-details-link.ts';
import type { ShowDialog } from './use-dialogs.ts';
import { usePayLink } from './use-pay-link.ts';
import { usePaymentReturn } from './use-payment-return.ts';

/** Heeds what the address asks for. Apart from the page, which need not follow every change of the address. */
export function AddressLinks({ show }: { show: ShowDialog }) {
  usePaymentReturn();
  usePayLink(show.pay);
  useDetailsLink(show.details);
  return null;
}
