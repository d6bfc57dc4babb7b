import type { CreditPurchaseBody, CreditPurchaseIntentAnswer } from '@g2/gateway/contract/payments';
import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { refreshCredits } from '../../shared/payment/api.ts';
import { CardPayment } from '../../shared/payment/card/card-payment.tsx';
import { PriceLine } from '../../shared/payment/price-line.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { notify } from '../../ui/toast-store.ts';
import { createPurchaseIntent } from './api.ts';
import { type CreditChoice, CreditSelection, NOTHING_CHOSEN } from './credit-selection.tsx';
import { texts } from './texts.ts';

interface BuyCreditsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Choose an amount, then pay it. Cancelling keeps what was chosen, closing forgets everything (spec §4, "Buy dialog"). */
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
  const start = useMutation({
    mutationFn: (body: CreditPurchaseBody) =>
      key.run(body, (idempotencyKey) => createPurchaseIntent(body, idempotencyKey)),
    onSuccess: setIntent,
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
      <CardPayment
        intent={intent}
        onSucceeded={succeed}
        onBusy={onBusy}
        onContinue={onClose}
        onCancel={() => setIntent(null)}
      />
    </>
  );
}
