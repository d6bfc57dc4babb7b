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

/** Choose an amount, then pay. Cancelling keeps the choice, closing resets the dialog (spec §4, "Buy dialog"). */
export function BuyCreditsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
  const key = useIntentKey();
  const [choice, setChoice] = useState<CreditChoice>({ packageId: null, custom: '' });
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const start = useMutation({
    mutationFn: (body: CreditPurchaseBody) =>
      key.run(body, (idempotencyKey) => createPurchaseIntent(body, idempotencyKey)),
    onSuccess: (intent, body) => setPurchase({ body, intent }),
    onError: showRefusal,
  });
  if (purchase === null) {
    return (
      <CreditSelection
        choice={choice}
        onChoose={setChoice}
        pending={start.isPending}
        onProceed={(body) => start.mutate(body)}
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
  /** Another payment method starts a new payment for it. */
  readonly body: CreditPurchaseBody;
  /** The card payment, which has already been created. */
  readonly intent: CreditPurchaseIntentAnswer;
}

interface PurchasePaymentProps {
  readonly purchase: Purchase;
  readonly onBusy: (busy: boolean) => void;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

function PurchasePayment({ purchase, ...on }: PurchasePaymentProps) {
  const { intent } = purchase;
  const client = useQueryClient();
  const buyer = useRef(useUser());
  const source = useMemo<PaymentSource>(
    () => ({
      read: async () => ({ intent: null, payer: payerOf(buyer.current) }),
      begin: async (way, key) => {
        if (way.method === 'card') return purchase.intent;
        const begun = await createPurchaseIntent({ ...purchase.body, ...way }, key);
        void refreshStatement(client);
        return begun;
      },
      isOnce: false,
    }),
    [purchase, client],
  );
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
      <PaymentForm source={source} {...on} onSucceeded={succeed} onRefused={showRefusal} />
    </>
  );
}

const payerOf = (user: User | undefined | null): Payer | null =>
  user
    ? { name: `${user.firstName} ${user.lastName}`.trim(), taxId: '', email: user.email, address: null }
    : null;

type PackageId = CreditPackage['id'];

/** A package or a custom amount in reais as typed, never both. */
type CreditChoice = { readonly packageId: PackageId | null; readonly custom: string | number };

interface CreditSelectionProps {
  readonly choice: CreditChoice;
  readonly onChoose: Dispatch<SetStateAction<CreditChoice>>;
  readonly pending: boolean;
  readonly onProceed: (body: CreditPurchaseBody) => void;
}

function CreditSelection({ choice, onChoose, pending, onProceed }: CreditSelectionProps) {
  const { packageId, custom } = choice;
  const [isBlurred, setBlurred] = useState(false);
  const cents = customAmountCents(custom);
  const isInvalid = custom !== '' && cents === undefined;
  const body: CreditPurchaseBody | null =
    packageId !== null ? { packageId } : cents !== undefined ? { customAmount: cents } : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body !== null) onProceed(body);
  };
  const blur = () => {
    setBlurred(true);
    if (isInvalid) notify.error(CUSTOM_AMOUNT_TITLE, CUSTOM_AMOUNT_MESSAGE);
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className="m-0 mb-4 text-muted">{texts.dialog.lead}</p>
      <Packages selected={packageId} onSelect={(id) => onChoose({ packageId: id, custom: '' })} />
      <NumberInput
        label={texts.dialog.custom}
        description={texts.dialog.customHint}
        placeholder={texts.dialog.customExample}
        prefix="R$ "
        decimalSeparator=","
        thousandSeparator="."
        decimalScale={2}
        step={0.01}
        allowNegative={false}
        hideControls
        value={custom}
        onFocus={() => setBlurred(false)}
        onBlur={blur}
        // Enter does not submit while the button is disabled, so show the validation error.
        onKeyDown={(event) => event.key === 'Enter' && blur()}
        onChange={(value) =>
          onChoose((before) => ({ packageId: value === '' ? before.packageId : null, custom: value }))
        }
        error={isInvalid && isBlurred ? CUSTOM_AMOUNT_MESSAGE : undefined}
      />
      {cents !== undefined && <p className="g2-note mt-1.5">{texts.dialog.receive(formatCredits(cents))}</p>}
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
    <div className="grid gap-2 mb-5" role="status" aria-label={texts.dialog.loading}>
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
