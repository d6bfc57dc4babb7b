import { creditCalls } from '@g2/gateway/contract/gen/calls/credits';
import type { Payer } from '@g2/gateway/contract/payers';
import {
  type CreditPackage,
  type CreditPurchaseBody,
  type CreditPurchaseIntentAnswer,
  CUSTOM_AMOUNT_MESSAGE,
  CUSTOM_AMOUNT_TITLE,
} from '@g2/gateway/contract/payments';
import type { User } from '@g2/gateway/contract/users';
import { Button, NumberInput, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, type SetStateAction, useMemo, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { useUser } from '../../lib/session.ts';
import { refreshCredits, refreshStatement } from '../../shared/payment/api.ts';
import { PaymentForm } from '../../shared/payment/pay/payment-form.tsx';
import type { PaymentSource } from '../../shared/payment/pay/source.ts';
import { PriceLine } from '../../shared/payment/price-line.tsx';
import { Modal } from '../../ui/modal.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { notify } from '../../ui/toast-store.ts';
import { customAmountCents } from './amounts.ts';
import { texts } from './texts.ts';

/** Dialog to choose an amount and pay it. Cancelling the payment keeps the amount; closing resets it (spec §4). */
export function BuyCreditsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.dialog.title}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': ui.close, disabled: isBusy }}
      size="lg"
    >
      {opened && <BuySteps onBusy={setBusy} onClose={onClose} />}
    </Modal>
  );
}

function BuySteps({ onBusy, onClose }: { onBusy: (isBusy: boolean) => void; onClose: () => void }) {
  const idempotencyKeys = useIntentKey();
  const [choice, setChoice] = useState<CreditChoice>({ packageId: null, customText: '' });
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const startMutation = useMutation({
    mutationFn: (body: CreditPurchaseBody) =>
      idempotencyKeys.run(body, (idempotencyKey) => createPurchaseIntent(body, idempotencyKey)),
    onSuccess: (intent, body) => setPurchase({ body, intent }),
    onError: showRefusal,
  });
  if (purchase === null) {
    return (
      <CreditSelection
        choice={choice}
        onChoose={setChoice}
        pending={startMutation.isPending}
        onProceed={(body) => startMutation.mutate(body)}
      />
    );
  }
  return (
    <PurchasePayment
      purchase={purchase}
      onBusy={onBusy}
      onContinue={onClose}
      onCancel={() => setPurchase(null)}
    />
  );
}

const createPurchaseIntent = (body: CreditPurchaseBody, idempotencyKey: string) =>
  call(creditCalls.createPurchaseIntent, { body, idempotencyKey });

const showRefusal = (error: unknown) =>
  notify.error(texts.errors.title, messageOf(error, texts.errors.fallback));

interface Purchase {
  /** The chosen package or amount; paying by another method than card needs a new payment intent for it. */
  readonly body: CreditPurchaseBody;
  /** The payment intent for a card, which exists already. */
  readonly intent: CreditPurchaseIntentAnswer;
}

interface PurchasePaymentProps {
  readonly purchase: Purchase;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

function PurchasePayment({ purchase, ...callbacks }: PurchasePaymentProps) {
  const { intent } = purchase;
  const client = useQueryClient();
  const initialUser = useRef(useUser());
  const source = useMemo<PaymentSource>(
    () => ({
      read: async () => ({ intent: null, payer: payerOf(initialUser.current) }),
      begin: async (chosenMethod, idempotencyKey) => {
        if (chosenMethod.method === 'card') return purchase.intent;
        const newIntent = await createPurchaseIntent({ ...purchase.body, ...chosenMethod }, idempotencyKey);
        void refreshStatement(client);
        return newIntent;
      },
      isSinglePayment: false,
    }),
    [purchase, client],
  );
  const showSuccess = () => {
    notify.success(texts.done.title, texts.done.text(formatCredits(intent.credits)));
    void refreshCredits(client);
  };
  return (
    <>
      <PriceLine
        title={texts.dialog.purchaseTitle}
        note={texts.dialog.creditsReceived(formatCredits(intent.credits))}
        amount={intent.amount}
      />
      <PaymentForm source={source} {...callbacks} onSucceeded={showSuccess} onRefused={showRefusal} />
    </>
  );
}

const payerOf = (user: User | undefined | null): Payer | null =>
  user
    ? { name: `${user.firstName} ${user.lastName}`.trim(), taxId: '', email: user.email, address: null }
    : null;

type PackageId = CreditPackage['id'];

/** The chosen package, or the custom amount in reais as typed; never both. */
type CreditChoice = { readonly packageId: PackageId | null; readonly customText: string | number };

interface CreditSelectionProps {
  readonly choice: CreditChoice;
  readonly onChoose: Dispatch<SetStateAction<CreditChoice>>;
  readonly pending: boolean;
  readonly onProceed: (body: CreditPurchaseBody) => void;
}

function CreditSelection({ choice, onChoose, pending, onProceed }: CreditSelectionProps) {
  const { packageId, customText } = choice;
  const [isBlurred, setBlurred] = useState(false);
  const cents = customAmountCents(customText);
  const isInvalid = customText !== '' && cents === undefined;
  const body: CreditPurchaseBody | null =
    packageId !== null ? { packageId } : cents !== undefined ? { customAmount: cents } : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body !== null) onProceed(body);
  };
  const showAmountError = () => {
    setBlurred(true);
    if (isInvalid) notify.error(CUSTOM_AMOUNT_TITLE, CUSTOM_AMOUNT_MESSAGE);
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className="m-0 mb-4 text-muted">{texts.dialog.lead}</p>
      <Packages selected={packageId} onSelect={(id) => onChoose({ packageId: id, customText: '' })} />
      <NumberInput
        label={texts.dialog.customAmount}
        description={texts.dialog.customAmountHint}
        placeholder={texts.dialog.customAmountExample}
        prefix="R$ "
        decimalSeparator=","
        thousandSeparator="."
        decimalScale={2}
        step={0.01}
        allowNegative={false}
        hideControls
        value={customText}
        onFocus={() => setBlurred(false)}
        onBlur={showAmountError}
        // The Enter key does not submit while the button is disabled, so it shows the validation error.
        onKeyDown={(event) => event.key === 'Enter' && showAmountError()}
        onChange={(value) =>
          onChoose((previous) => ({ packageId: value === '' ? previous.packageId : null, customText: value }))
        }
        error={isInvalid && isBlurred ? CUSTOM_AMOUNT_MESSAGE : undefined}
      />
      {cents !== undefined && (
        <p className="g2-note mt-1.5">{texts.dialog.creditsReceived(formatCredits(cents))}</p>
      )}
      <Button type="submit" fullWidth className="mt-6" disabled={body === null} loading={pending}>
        {texts.dialog.proceed}
      </Button>
    </form>
  );
}

function Packages({ selected, onSelect }: { selected: PackageId | null; onSelect: (id: PackageId) => void }) {
  const query = useQuery({
    queryKey: [creditCalls.listCreditPackages.path],
    queryFn: ({ signal }) => call(creditCalls.listCreditPackages, { signal }),
  });
  const loading = (
    <div className="grid gap-2 mb-5" role="status" aria-label={texts.dialog.loadingPackages}>
      <Skeleton height={76} radius="lg" />
      <Skeleton height={76} radius="lg" />
    </div>
  );
  return (
    <QueryFrame query={query} loading={loading} failed={texts.dialog.loadFailed}>
      {({ items }) => (
        <fieldset className="grid gap-2 m-0 mb-5 p-0 border-0">
          <legend className="p-0 mb-2 font-semibold">{texts.dialog.packages}</legend>
          {items.map((item) => (
            <label
              key={item.id}
              className="g2-box grid grid-cols-[22px_1fr_auto] gap-x-3 p-3 cursor-pointer has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="package"
                className="size-4.5 m-0 mt-1 accent-accent"
                value={item.id}
                checked={selected === item.id}
                onChange={() => onSelect(item.id)}
              />
              <span className="g2-row gap-y-0.5 font-semibold">
                {item.name}
                {item.popular && (
                  <span className="g2-badge bg-accent text-on-accent">{texts.dialog.popular}</span>
                )}
              </span>
              <span className="font-bold tabular-nums whitespace-nowrap">{item.priceDisplay}</span>
              <span className="g2-note col-[2/-1]">
                {item.description}{' '}
                <span className="whitespace-nowrap tabular-nums">({formatCredits(item.credits)})</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </QueryFrame>
  );
}
