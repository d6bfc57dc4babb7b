import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { createRegistrationIntent } from '../../shared/payment/api.ts';
import { CardPayment, Preparing } from '../../shared/payment/card/card-payment.tsx';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

interface CardStepProps {
  readonly registrationId: string;
  readonly onPaid: () => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

/** Opens the payment, then shows the card form. When it cannot be opened, the modal closes (spec §8). */
export function CardStep({ registrationId, onPaid, onBusy, onClose, onCancel }: CardStepProps) {
  const [intent, setIntent] = useState<PaymentIntentAnswer | null>(null);
  const key = useIntentKey();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    let gone = false;
    key
      .run(registrationId, (idempotencyKey) =>
        createRegistrationIntent(registrationId, { method: 'card' }, idempotencyKey),
      )
      .then(
        (answer) => !gone && setIntent(answer),
        (error: unknown) => {
          if (gone) return;
          const unavailable = error instanceof HttpError && error.status === 400;
          notify.error(
            texts.errors.initTitle,
            unavailable ? texts.errors.initUnavailable : texts.errors.init,
          );
          close.current();
        },
      );
    return () => {
      gone = true;
    };
  }, [registrationId, key]);
  if (intent === null) return <Preparing />;
  return (
    <CardPayment
      intent={intent}
      onSucceeded={onPaid}
      onBusy={onBusy}
      onContinue={onClose}
      onCancel={onCancel}
    />
  );
}
