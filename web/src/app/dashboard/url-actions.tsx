import type { Registration } from '@g2/gateway/contract/registrations';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { reasonOf } from '../../lib/failures.ts';
import { emptyEntries, paramsWith } from '../../lib/url-params.ts';
import { pollPayment, refreshCredits } from '../../shared/payment/api.ts';
import { refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import type { DialogControls } from './use-dialogs.ts';

/** Handles parameters of the URL. A separate component, so that the page does not rerender with every URL change. */
export function UrlActions({ dialogs }: { dialogs: Pick<DialogControls, 'pay'> }) {
  usePaymentReturn();
  usePayLink(dialogs.pay);
  return null;
}

/** `/dashboard?pay=<id>` opens that registration's payment, if it can be paid. */
function usePayLink(openPayment: (registration: Registration) => void): void {
  const client = useQueryClient();
  useConsumedParam('pay', [], (id) => {
    client.fetchQuery({ ...registrationQuery(id), staleTime: 0 }).then(
      (registration) => registration.canPay && openPayment(registration),
      // An invalid link is ignored: the dashboard opens without a dialog.
      () => undefined,
    );
  });
}

/** Parameters that must not stay in the URL or the browser history: one of them is the client secret. */
const RETURN_PARAMS = ['payment_intent_client_secret', 'redirect_status'] as const;

/** After the card provider's redirect: polls the payment, shows a toast with the outcome and cleans the URL. */
function usePaymentReturn(): void {
  const client = useQueryClient();
  const t = texts.paymentReturn;
  useConsumedParam('payment_intent', RETURN_PARAMS, (paymentIntentId) => {
    pollPayment(paymentIntentId)
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
  });
}

/**
 * Calls `onValue` once with the URL parameter `name`, then removes it and `others` from the URL: neither a reload nor
 * Back calls `onValue` again.
 */
function useConsumedParam(name: string, others: readonly string[], onValue: (value: string) => void): void {
  const [params, setParams] = useSearchParams();
  const value = params.get(name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per value.
  useEffect(() => {
    if (value === null) return;
    setParams((current) => paramsWith(current, emptyEntries([name, ...others])), { replace: true });
    onValue(value);
  }, [value]);
}
