import type { Payer } from '@g2/gateway/contract/payers';
import type { CreditPurchaseBody, CreditPurchaseIntentAnswer } from '@g2/gateway/contract/payments';
import type { User } from '@g2/gateway/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { messageOf } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { useUser } from '../../lib/session.ts';
import { refreshCredits, refreshStatement } from '../../shared/payment/api.ts';
import { PaymentForm } from '../../shared/payment/pay/payment-form.tsx';
import type { PaymentSource } from '../../shared/payment/pay/source.ts';
import { PriceLine } from '../../shared/payment/price-line.tsx';
import { Modal } from '../../ui/modal.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { notify } from '../../ui/toast-store.ts';
import { createPurchaseIntent } from './api.ts';
import { type CreditChoice, CreditSelection, NOTHING_CHOSEN } from './credit-selection.tsx';
import { texts } from './texts.ts';

interface BuyCreditsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Choose an amount, then pay. Cancelling keeps the choice, closing resets the dialog (spec §4, "Buy dialog"). */
export function BuyCreditsDialog({ opened, onClose }: BuyCreditsDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.dialog.title}
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': ui.close, disabled: busy }}
      size="lg"
    >
      {opened && <DialogBody onBusy={setBusy} onClose={onClose} />}
    </Modal>
  );
}

function DialogBody({ onBusy, onClose }: { onBusy: (busy: boolean) => void; onClose: () => void }) {
  const client = useQueryClient();
  const key = useIntentKey();
  const [choice, setChoice] = useState<CreditChoice>(NOTHING_CHOSEN);
  const [intent, setIntent] = useState<CreditPurchaseIntentAnswer | null>(null);
  const [bought, setBought] = useState<CreditPurchaseBody>({});
  const start = useMutation({
    mutationFn: (body: CreditPurchaseBody) =>
      key.run(body, (idempotencyKey) => createPurchaseIntent(body, idempotencyKey)),
    onSuccess: (answer, body) => {
      setBought(body);
      setIntent(answer);
    },
    onError: (error) => notify.error(texts.errors.title, messageOf(error, texts.errors.fallback)),
  });
  if (intent === null) {
    return (
      <CreditSelection
        choice={choice}
        onChoose={setChoice}
        pending={start.isPending}
        onProceed={(body) => start.mutate(body)}
      />
    );
  }
  const succeed = () => {
    notify.success(texts.done.title, texts.done.text(formatCredits(intent.credits)));
    void refreshCredits(client);
  };
  return (
    <>
      <PriceLine
        title={texts.dialog.total}
        note={texts.dialog.receive(formatCredits(intent.credits))}
        amount={intent.amount}
      />
      <PurchasePayment
        choice={bought}
        intent={intent}
        onSucceeded={succeed}
        onBusy={onBusy}
        onContinue={onClose}
        onCancel={() => setIntent(null)}
      />
    </>
  );
}

interface PurchasePaymentProps {
  /** The purchase; another payment method starts a new payment for it. */
  readonly choice: CreditPurchaseBody;
  /** The card payment, which has already been created. */
  readonly intent: CreditPurchaseIntentAnswer;
  readonly onSucceeded: () => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

function PurchasePayment({ choice, intent, ...on }: PurchasePaymentProps) {
  const client = useQueryClient();
  const user = useUser();
  const buyer = useRef(user);
  const source = useMemo<PaymentSource>(
    () => ({
      read: async () => ({ intent: null, payer: payerOf(buyer.current) }),
      begin: async (way, key) => {
        if (way.method === 'card') return intent;
        const begun = await createPurchaseIntent({ ...choice, ...way }, key);
        void refreshStatement(client);
        return begun;
      },
      isOnce: false,
    }),
    [choice, intent, client],
  );
  const refused = (error: unknown) =>
    notify.error(texts.errors.title, messageOf(error, texts.errors.fallback));
  return <PaymentForm source={source} {...on} onRefused={refused} />;
}

/** Initial payer data: the signed-in user, without a tax id. */
const payerOf = (user: User | undefined | null): Payer | null =>
  user
    ? { name: `${user.firstName} ${user.lastName}`.trim(), taxId: '', email: user.email, address: null }
    : null;
