import type { ProviderMethod } from '@g2/gateway/contract/payers';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { createRegistrationIntent, readOpenPayment } from '../../shared/payment/api.ts';
import { PaymentForm } from '../../shared/payment/pay/payment-form.tsx';
import type { PaymentSource } from '../../shared/payment/pay/source.ts';
import { refreshVouchers } from '../../shared/payment/vouchers.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

interface ProviderStepProps {
  readonly registrationId: string;
  readonly preferred: ProviderMethod;
  readonly isPaid: boolean;
  readonly onPaid: () => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onWaiting: (waiting: boolean) => void;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

/** Pays a registration by card, Pix or boleto. When that cannot be begun, what holds it closes (spec §8). */
export function ProviderStep({ registrationId, onPaid, onClose, ...rest }: ProviderStepProps) {
  const client = useQueryClient();
  const source = useMemo<PaymentSource>(
    () => ({
      read: () => readOpenPayment(registrationId),
      begin: async (way, key) => {
        const intent = await createRegistrationIntent(registrationId, way, key);
        void refreshVouchers(client);
        return intent;
      },
      isOnce: true,
    }),
    [registrationId, client],
  );
  const refused = (error: unknown) => {
    const unavailable = error instanceof HttpError && error.status === 400;
    notify.error(texts.errors.initTitle, unavailable ? texts.errors.initUnavailable : texts.errors.init);
    onClose();
  };
  return (
    <PaymentForm source={source} {...rest} onSucceeded={onPaid} onContinue={onClose} onRefused={refused} />
  );
}
