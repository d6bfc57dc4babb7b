import type { ProviderMethod } from '@g2/gateway/contract/payers';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { createRegistrationIntent, readOpenPayment } from '../../shared/payment/api.ts';
import { PaymentForm } from '../../shared/payment/pay/payment-form.tsx';
import type { PaymentSource } from '../../shared/payment/pay/source.ts';
import { refreshVouchers } from '../../shared/payment/vouchers.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
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

/** The texts of spec §8, except for a file that another account registered: there a retry cannot help. */
function refusalText(error: unknown): string {
  if (!(error instanceof HttpError)) return texts.errors.init;
  if (error.code === 'file-taken') return messageOf(error, texts.errors.initUnavailable);
  return error.status === 400 ? texts.errors.initUnavailable : texts.errors.init;
}

/** Pays a registration by card, Pix or boleto. If the payment cannot be started, calls `onClose` (spec §8). */
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
    notify.error(texts.errors.initTitle, refusalText(error));
    // After a 4xx the cached registration is outdated: it still offers a payment.
    if (error instanceof HttpError && error.status < 500) void refreshRegistrations(client);
    onClose();
  };
  return (
    <PaymentForm source={source} {...rest} onSucceeded={onPaid} onContinue={onClose} onRefused={refused} />
  );
}
