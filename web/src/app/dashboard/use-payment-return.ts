import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { refreshCredits, settlePayment } from '../../shared/payment/api.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { useAddressWord } from './use-address-word.ts';

/** The client secret must not stay in the address or its history. */
const ALONG = ['payment_intent_client_secret', 'redirect_status'] as const;

/** After a redirect of the card provider: has the server look, tells the outcome, cleans the address. */
export function usePaymentReturn(): void {
  const client = useQueryClient();
  const act = useCallback(
    (paymentIntentId: string) => {
      const t = texts.returned;
      settlePayment(paymentIntentId)
        .then((status) => {
          if (status === 'succeeded') notify.success(t.approved, t.approvedText);
          else if (status === 'processing') notify.success(t.pending, t.pendingText);
          else notify.error(t.failed, t.failedText);
        })
        .catch((error: unknown) => notify.error(t.failed, reasonOf(error, t.failedText)))
        .finally(() => {
          void refreshRegistrations(client);
          void refreshCredits(client);
        });
    },
    [client],
  );
  useAddressWord('payment_intent', ALONG, act);
}
