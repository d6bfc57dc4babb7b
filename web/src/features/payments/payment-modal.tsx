import type { Registration } from '@g2/gateway/contract/registrations';
import { useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { RegistrationPayment } from './registration-payment.tsx';
import { texts } from './texts.ts';

interface PaymentModalProps {
  readonly registration: Registration | null;
  readonly onClose: () => void;
}

/** Dialog to pay a registration. It cannot be closed while a payment is being processed. */
export function PaymentModal({ registration, onClose }: PaymentModalProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Modal
      opened={registration !== null}
      onClose={onClose}
      title={texts.modal.title}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': uiTexts.close, disabled: isBusy }}
      size="lg"
    >
      {registration !== null && (
        <RegistrationPayment
          key={registration.id}
          registration={registration}
          onBusy={setIsBusy}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
