import type { Registration } from '@g2/gateway/contract/registrations';
import { useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { RegistrationPayment } from './registration-payment.tsx';
import { texts } from './texts.ts';

interface PaymentModalProps {
  readonly registration: Registration | null;
  readonly onClose: () => void;
}

/** Dialog that pays one registration by card, Pix, boleto or credits; cannot be closed while a payment is processed. */
export function PaymentModal({ registration, onClose }: PaymentModalProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened={registration !== null}
      onClose={onClose}
      title={texts.modal.title}
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': ui.close, disabled: busy }}
      size="lg"
    >
      {registration !== null && (
        <RegistrationPayment
          key={registration.id}
          registration={registration}
          onBusy={setBusy}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
