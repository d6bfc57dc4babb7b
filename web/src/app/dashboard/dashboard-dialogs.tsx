import type { RegistrationDocument } from '@g2/gateway/contract/registration-terms';
import type { Registration } from '@g2/gateway/contract/registrations';
import { ContactDialog } from '../../features/contact/contact-dialog.tsx';
import { BuyCreditsDialog } from '../../features/credits/buy-credits-dialog.tsx';
import { PaymentModal } from '../../features/payments/payment-modal.tsx';
import { DetailsModal } from '../../features/registrations/details-modal.tsx';
import { RemoveDialog } from '../../features/registrations/remove-dialog.tsx';
import type { DialogControls, OpenDialog } from './use-dialogs.ts';

export interface DashboardDialogsProps {
  readonly details: {
    readonly registration: Registration | null;
    readonly document: RegistrationDocument | undefined;
    readonly close: () => void;
  };
  readonly openDialog: OpenDialog;
  readonly dialogs: DialogControls;
}

export function DashboardDialogs({ details, openDialog, dialogs }: DashboardDialogsProps) {
  const registrationOf = (name: 'pay' | 'remove') =>
    openDialog?.name === name ? openDialog.registration : null;
  // A late callback, such as that of a payment, closes only its own dialog, not another dialog opened since then.
  const close = () => dialogs.close(openDialog);
  // Opens a dialog in place of the details.
  const insteadOfDetails = (openOther: DialogControls['pay']) => (registration: Registration) => {
    openOther(registration);
    details.close();
  };
  return (
    <>
      <DetailsModal
        registration={openDialog === null ? details.registration : null}
        document={details.document}
        onClose={details.close}
        onPay={insteadOfDetails(dialogs.pay)}
        onRemove={insteadOfDetails(dialogs.remove)}
      />
      <PaymentModal registration={registrationOf('pay')} onClose={close} />
      <RemoveDialog registration={registrationOf('remove')} onClose={close} />
      <BuyCreditsDialog opened={openDialog?.name === 'buy'} onClose={close} />
      <ContactDialog opened={openDialog?.name === 'contact'} onClose={close} />
    </>
  );
}
