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
  createRegistrationIntent,
  payWithCredits,
  readOpenPayment,
  refreshCredits,
  refreshVouchers,
  showPaid,
} from '../../shared/payment/api.ts';
import { PaymentForm } from '../../shared/payment/pay/payment-form.tsx';
import type { PaymentSource } from '../../shared/payment/pay/source.ts';
import { useLeaveGuard } from '../../shared/payment/use-leave-guard.ts';
import { refreshRegistrations } from '../../shared/registration/api.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { texts as ui } from '../../ui/texts.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

interface CreditsStepProps {
  readonly registration: Registration;
  /** Hundredths of a credit. */
  readonly balance: number | null;
  readonly onPaid: () => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
}

export function CreditsStep({ registration, balance, onPaid, onBusy, onCancel }: CreditsStepProps) {
  const client = useQueryClient();
  const key = useIntentKey();
  const pay = useMutation({
    mutationFn: () =>
      key.run(registration.id, (idempotencyKey) => payWithCredits(registration.id, idempotencyKey)),
    onSuccess: async ({ creditsUsed, balance: left }) => {
      await showPaid(client, registration.id);
      client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, credits: left } : user));
      notify.success(texts.done.creditsTitle, texts.done.creditsUsed(formatCredits(creditsUsed)));
      onPaid();
    },
    onError: (error) => notify.error(texts.errors.creditsTitle, messageOf(error, texts.errors.credits)),
    onSettled: () => Promise.all([refreshRegistrations(client), refreshCredits(client)]),
  });
  useLeaveGuard(pay.isPending, onBusy);
  // One hundredth of a credit pays one cent.
  const price = registration.paymentAmount;
  const left = balance === null ? null : balance - price;
  return (
    <>
      <dl className="grid gap-2 m-0 mb-4">
        <Amount name={texts.modal.balance}>{formatCredits(balance)}</Amount>
        <Amount name={feeName(registration)}>{formatCredits(-price)}</Amount>
        <Amount name={texts.modal.after}>
          <strong>{formatCredits(left)}</strong>
        </Amount>
      </dl>
      <div className="g2-answers">
        <Button variant="default" onClick={onCancel} disabled={pay.isPending}>
          {ui.cancel}
        </Button>
        <Button onClick={() => pay.mutate()} loading={pay.isPending} disabled={left === null || left < 0}>
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
