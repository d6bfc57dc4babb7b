import type { PayerBody, VoucherMethod } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { texts as ui } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast-store.ts';
import { CardPayment, PreparingPanel } from '../card/card-payment.tsx';
import type { PaymentCallbacks } from '../card/outcome.ts';
import {
  hasReceiptData,
  type PayerDraft,
  type PayerErrors,
  PayerFields,
  payerBody,
  validatePayer,
} from './payer-fields.tsx';
import type { PaymentSource } from './source.ts';
import { texts } from './texts.ts';

interface CardStepProps extends PaymentCallbacks {
  readonly source: PaymentSource;
  readonly draft: PayerDraft;
  readonly onDraftChange: (draft: PayerDraft) => void;
  /** Called when the payment could not be started. */
  readonly onRefused: (error: unknown) => void;
}

/** Starts the card payment, and shows the card form with the receipt's payer. */
export function CardStep({ source, draft, onDraftChange, onRefused, ...events }: CardStepProps) {
  const [intent, setIntent] = useState<PaymentIntentAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const intentKey = useIntentKey();
  const notifyRefused = useEffectEvent(onRefused);
  const begin = (payer: PayerDraft) => {
    const body = { method: 'card' as const, ...(hasReceiptData(payer) && { payer: payerBody(payer) }) };
    return intentKey.run(body, (idempotencyKey) => source.begin(body, idempotencyKey));
  };
  const beginWithDraft = useEffectEvent(() => begin(draft));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new source or key starts a new payment.
  useEffect(() => {
    let isCancelled = false;
    beginWithDraft().then(
      (answer) => !isCancelled && setIntent(answer),
      (error: unknown) => !isCancelled && notifyRefused(error),
    );
    return () => {
      isCancelled = true;
    };
  }, [source, intentKey]);
  if (intent === null) return <PreparingPanel />;
  const savePayer = async (newDraft: PayerDraft) => {
    try {
      await begin(newDraft);
      onDraftChange(newDraft);
    } catch (error) {
      notify.error(texts.failedTitle, messageOf(error, texts.payer.failed));
      throw error;
    }
  };
  const onBusy = (isBusy: boolean) => {
    setBusy(isBusy);
    events.onBusy(isBusy);
  };
  return (
    <>
      {source.isSinglePayment && hasReceiptData(draft) && !busy && (
        <PayerPanel draft={draft} onSave={savePayer} />
      )}
      <CardPayment intent={intent} {...events} onBusy={onBusy} />
    </>
  );
}

type SavePayer = (draft: PayerDraft) => Promise<void>;

/**
 * The payer for the receipt, in one line; a button shows the fields to change it.
 * @param onSave saves the payer. If it fails, it shows the error and rejects, and the fields stay open
 */
function PayerPanel({ draft, onSave }: { draft: PayerDraft; onSave: SavePayer }) {
  const [editedDraft, setEditedDraft] = useState<PayerDraft | null>(null);
  const [errors, setErrors] = useState<PayerErrors>({});
  const [busy, setBusy] = useState(false);
  const t = texts.payer;
  if (editedDraft === null) {
    return (
      <p className="g2-note flex flex-wrap justify-between gap-y-1 gap-x-3 m-0 mb-4 wrap-anywhere">
        <span>
          {t.receiptFor} <strong>{draft.name}</strong>, {draft.taxId}
        </span>
        <button
          type="button"
          className="g2-bare min-h-6 py-0 px-1 text-accent font-semibold underline"
          onClick={() => setEditedDraft(draft)}
        >
          {t.change}
        </button>
      </p>
    );
  }
  const save = async () => {
    const payerErrors = validatePayer(editedDraft, false);
    setErrors(payerErrors);
    if (Object.keys(payerErrors).length > 0) return;
    setBusy(true);
    await onSave(editedDraft).then(
      () => setEditedDraft(null),
      () => undefined,
    );
    setBusy(false);
  };
  return (
    <section className="g2-box grid gap-3 mb-4 p-4" aria-label={t.receiptFor}>
      <PayerFields draft={editedDraft} errors={errors} onChange={setEditedDraft} isForBoleto={false} />
      <p className="g2-note">{t.receiptNote}</p>
      <Button variant="default" onClick={() => void save()} loading={busy}>
        {t.save}
      </Button>
    </section>
  );
}

interface VoucherStepProps extends Pick<PaymentCallbacks, 'onBusy' | 'onCancel'> {
  readonly method: VoucherMethod;
  readonly draft: PayerDraft;
  readonly onDraftChange: (draft: PayerDraft) => void;
  readonly begin: (payer: PayerBody) => Promise<PaymentIntentAnswer>;
  readonly onCreated: (intent: PaymentIntentAnswer) => void;
}

/** Asks for the payer and creates a Pix or boleto. */
export function VoucherStep(props: VoucherStepProps) {
  const { method, draft, onDraftChange, begin, onCreated, onBusy, onCancel } = props;
  const [errors, setErrors] = useState<PayerErrors>({});
  const [busy, setBusy] = useState(false);
  const isBoleto = method === 'boleto';
  const createVoucher = async () => {
    const payerErrors = validatePayer(draft, isBoleto);
    setErrors(payerErrors);
    if (Object.keys(payerErrors).length > 0) return;
    setBusy(true);
    onBusy(true);
    try {
      onCreated(await begin(payerBody(draft)));
    } catch (error) {
      setErrors(serverErrors(error));
      notify.error(texts.failedTitle, messageOf(error, texts.failed));
    }
    setBusy(false);
    onBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void createVoucher();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p className="g2-note">{texts.methodNotes[method]}</p>
        <PayerFields draft={draft} errors={errors} onChange={onDraftChange} isForBoleto={isBoleto} />
        <p className="g2-note">{isBoleto ? texts.payer.boletoNote : texts.payer.receiptNote}</p>
        <div className="g2-answers">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {texts.createCode[method]}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The server's error messages about the payer, by form field: 'payer.address.city' becomes 'city'. */
function serverErrors(error: unknown): PayerErrors {
  if (!(error instanceof HttpError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, text]) => [path.split('.').at(-1) ?? '', text]),
  );
}
