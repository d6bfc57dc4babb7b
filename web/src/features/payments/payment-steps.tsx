import type { ProviderMethod } from '@g2/gateway/contract/payers';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { userQuery } from '../../lib/session.ts';
import {
  cacheAsPaid,
  createRegistrationIntent,
  payWithCredits,
  readOpenPayment,
  refreshCredits,
  refreshVouchers,
} from '../../shared/payment/api.ts';
import { PaymentForm } from '../../shared/payment/pay/payment-form.tsx';
import type { PaymentSource } from '../../shared/payment/pay/source.ts';
import { useLeaveGuard } from '../../shared/payment/use-leave-guard.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

interface CreditsStepProps {
  readonly registration: Registration;
  /** The user's credits, in hundredths; null while unknown. */
  readonly balance: number | null;
  readonly onPaid: () => void;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCancel: () => void;
}

export function CreditsStep({ registration, balance, onPaid, onBusy, onCancel }: CreditsStepProps) {
  const client = useQueryClient();
  const intentKey = useIntentKey();
  const payment = useMutation({
    mutationFn: () =>
      intentKey.run(registration.id, (idempotencyKey) => payWithCredits(registration.id, idempotencyKey)),
    onSuccess: async ({ creditsUsed, balance: newBalance }) => {
      await cacheAsPaid(client, registration.id);
      client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits: newBalance } : user));
      notify.success(texts.done.creditsTitle, texts.done.creditsUsed(formatCredits(creditsUsed)));
      onPaid();
    },
    onError: (error) => notify.error(texts.errors.creditsTitle, messageOf(error, texts.errors.credits)),
    onSettled: () => Promise.all([refreshRegistrations(client), refreshCredits(client)]),
  });
  useLeaveGuard(payment.isPending, onBusy);
  // The fee is in cents. One hundredth of a credit pays one cent, so both have the same unit.
  const fee = registration.paymentAmount;
  const balanceAfter = balance === null ? null : balance - fee;
  const isCovered = balanceAfter !== null && balanceAfter >= 0;
  return (
    <>
      <dl className="grid gap-2 m-0 mb-4">
        <Amount name={texts.modal.balance}>{formatCredits(balance)}</Amount>
        <Amount name={feeName(registration)}>{formatCredits(-fee)}</Amount>
        <Amount name={texts.modal.balanceAfter}>
          <strong>{formatCredits(balanceAfter)}</strong>
        </Amount>
      </dl>
      <div className="g2-answers">
        <Button variant="default" onClick={onCancel} disabled={payment.isPending}>
          {uiTexts.cancel}
        </Button>
        <Button onClick={() => payment.mutate()} loading={payment.isPending} disabled={!isCovered}>
          {texts.modal.confirmCredits}
        </Button>
      </div>
    </>
  );
}

function Amount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="flex-none m-0 tabular-nums">{children}</dd>
    </div>
  );
}

interface ProviderStepProps {
  readonly registrationId: string;
  readonly preferred: ProviderMethod;
  readonly isPaid: boolean;
  readonly onPaid: () => void;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onWaiting: (isWaiting: boolean) => void;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

/** The error message of spec §8; the server's message if another account registered the file. */
function refusalMessage(error: unknown): string {
  if (!(error instanceof HttpError)) return texts.errors.startFailed;
  if (error.code === 'file-taken') return messageOf(error, texts.errors.notPayable);
  return error.status === 400 ? texts.errors.notPayable : texts.errors.startFailed;
}

/** Payment by card, Pix or boleto. If it cannot be started, shows an error and calls `onClose` (spec §8). */
export function ProviderStep({ registrationId, onPaid, onClose, ...rest }: ProviderStepProps) {
  const client = useQueryClient();
  const source = useMemo<PaymentSource>(
    () => ({
      read: () => readOpenPayment(registrationId),
      begin: async (method, intentKey) => {
        const intent = await createRegistrationIntent(registrationId, method, intentKey);
        void refreshVouchers(client);
        return intent;
      },
      isSinglePayment: true,
    }),
    [registrationId, client],
  );
  const handleRefusal = (error: unknown) => {
    notify.error(texts.errors.startFailedTitle, refusalMessage(error));
    // A 4xx status means that the cached registration, which offers a payment, is outdated.
    if (error instanceof HttpError && error.status < 500) void refreshRegistrations(client);
    onClose();
  };
  return (
    <PaymentForm
      source={source}
      {...rest}
      onSucceeded={onPaid}
      onContinue={onClose}
      onRefused={handleRefusal}
    />
  );
}
