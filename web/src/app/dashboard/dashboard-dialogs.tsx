import type { Registration } from '@g2/gateway/contract/registrations';
import { ContactDialog } from '../../features/contact/contact-dialog.tsx';
import { BuyCreditsDialog } from '../../features/credits/buy-credits-dialog.tsx';
import { PaymentModal } from '../../features/payments/payment-modal.tsx';
import { DetailsModal } from '../../features/registrations/details-modal.tsx';
import { RemoveDialog } from '../../features/registrations/remove-dialog.tsx';
import type { Details } from './use-details.ts';
import type { OpenDialog, ShowDialog } from './use-dialogs.ts';

interface DashboardDialogsProps {
  readonly details: Details;
  readonly open: OpenDialog;
  readonly show: ShowDialog;
}

export function DashboardDialogs({ details, open, show }: DashboardDialogsProps) {
  const about = (name: 'pay' | 'remove') => (open?.name === name ? open.registration : null);
  // A late callback, such as that of a payment, closes only the dialog that started it, not one opened since.
  const close = () => show.close(open);
  // Opens a dialog in place of the details.
  const instead = (next: ShowDialog['pay']) => (registration: Registration) => {
    next(registration);
    details.close();
  };
  return (
    <>
      <DetailsModal
        registration={open === null ? details.registration : null}
        document={details.document}
        onClose={details.close}
        onPay={instead(show.pay)}
        onRemove={instead(show.remove)}
      />
      <PaymentModal registration={about('pay')} onClose={close} />
      <RemoveDialog registration={about('remove')} onClose={close} />
      <BuyCreditsDialog opened={open?.name === 'buy'} onClose={close} />
      <ContactDialog opened={open?.name === 'contact'} onClose={close} />
    </>
  );
}
