import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../lib/http.ts';
import { settlePayment } from '../../lib/payments.ts';
import { refreshRegistrations } from '../../lib/registrations.ts';
import { userQuery } from '../../lib/session.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

/** After a redirect of the card provider: has the server look, tells the outcome, cleans the address. */
export function usePaymentReturn(): void {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const paymentIntentId = params.get('payment_intent');
  useEffect(() => {
    if (paymentIntentId === null) return;
    // The client secret must not stay in the address or its history.
    setParams({}, { replace: true });
    const t = texts.returned;
    settlePayment(paymentIntentId)
      .then((status) => {
        if (status === 'succeeded') notify.success(t.approved, t.approvedText);
        else if (status === 'processing') notify.success(t.pending, t.pendingText);
        else notify.error(t.failed, t.failedText);
      })
      .catch((error: unknown) => notify.error(t.failed, messageOf(error, t.failedText)))
      .finally(() => {
        void refreshRegistrations(client);
        void client.invalidateQueries({ queryKey: userQuery.queryKey });
      });
  }, [client, paymentIntentId, setParams]);
}
