import type { Registration } from '@g2/gateway/contract/registrations';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { reasonOf } from '../../lib/failures.ts';
import { pollPayment, refreshCredits } from '../../shared/payment/api.ts';
import { refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import type { ShowDialog } from './use-dialogs.ts';

/** Heeds what the address asks for. Apart from the page, which need not follow every change of the address. */
export function AddressLinks({ show }: { show: Pick<ShowDialog, 'pay'> }) {
  usePaymentReturn();
  usePayLink(show.pay);
  return null;
}

/** `/dashboard?pay=<id>` opens that registration's payment, if it can be paid. `open` must be stable. */
function usePayLink(open: (registration: Registration) => void): void {
  const client = useQueryClient();
  const act = useCallback(
    (id: string) => {
      client.fetchQuery({ ...registrationQuery(id), staleTime: 0 }).then(
        (registration) => registration.canPay && open(registration),
        // The dashboard stands on its own: a bad link opens nothing.
        () => undefined,
      );
    },
    [client, open],
  );
  useConsumedParam('pay', [], act);
}

/** The client secret must not stay in the address or its history. */
const RETURNED = ['payment_intent_client_secret', 'redirect_status'] as const;

/** After a redirect of the card provider: has the server look, tells the outcome, cleans the address. */
function usePaymentReturn(): void {
  const client = useQueryClient();
  const act = useCallback(
    (paymentIntentId: string) => {
      const t = texts.returned;
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
    },
    [client],
  );
  useConsumedParam('payment_intent', RETURNED, act);
}

/**
 * Acts once on a parameter of the address and takes it out, with those that came along (`others`): neither reload nor
 * the browser's history acts again. `act`, which gets the others' values as well, must be stable.
 */
function useConsumedParam(
  name: string,
  others: readonly string[],
  act: (value: string, along: URLSearchParams) => void,
): void {
  const [params, setParams] = useSearchParams();
  const value = params.get(name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: params, setParams and others are new on every render and say the same.
  useEffect(() => {
    if (value === null) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const gone of [name, ...others]) next.delete(gone);
        return next;
      },
      { replace: true },
    );
    act(value, params);
  }, [name, value, act]);
}
