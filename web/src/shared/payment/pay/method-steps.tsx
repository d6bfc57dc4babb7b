import type { PayerBody, VoucherMethod } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { texts as ui } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast-store.ts';
import { CardPayment, Preparing } from '../card/card-payment.tsx';
import type { PaymentEvents } from '../card/outcome.ts';
import {
  bodyOf,
  isNamed,
  type PayerDraft,
  type PayerErrors,
  PayerFields,
  validatePayer,
} from './payer-fields.tsx';
import type { PaymentSource } from './source.ts';
import { texts } from './texts.ts';

interface CardStepProps extends PaymentEvents {
  readonly source: PaymentSource;
  readonly draft: PayerDraft;
  readonly onDraft: (draft: PayerDraft) => void;
  readonly onRefused: (error: unknown) => void;
}

/** Starts the card payment, and shows the card form with the receipt's payer. */
export function CardStep({ source, draft, onDraft, onRefused, ...form }: CardStepProps) {
  const [intent, setIntent] = useState<PaymentIntentAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useIntentKey();
  const refused = useEffectEvent(onRefused);
  const begin = (payer: PayerDraft) => {
    const body = { method: 'card' as const, ...(isNamed(payer) && { payer: bodyOf(payer) }) };
    return key.run(body, (idempotencyKey) => source.begin(body, idempotencyKey));
  };
  const beginWithDraft = useEffectEvent(() => begin(draft));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source or key begins another payment.
  useEffect(() => {
    let isGone = false;
    beginWithDraft().then(
      (answer) => !isGone && setIntent(answer),
      (error: unknown) => !isGone && refused(error),
    );
    return () => {
      isGone = true;
    };
  }, [source, key]);
  if (intent === null) return <Preparing />;
  const save = async (next: PayerDraft) => {
    try {
      await begin(next);
      onDraft(next);
    } catch (error) {
      notify.error(texts.failedTitle, messageOf(error, texts.payer.failed));
      throw error;
    }
  };
  const onBusy = (now: boolean) => {
    setBusy(now);
    form.onBusy(now);
  };
  return (
    <>
      {source.isOnce && isNamed(draft) && !busy && <PayerPanel draft={draft} onSave={save} />}
      <CardPayment intent={intent} {...form} onBusy={onBusy} />
    </>
  );
}

type SavePayer = (draft: PayerDraft) => Promise<void>;

/**
 * The receipt's payer in one line, which opens into editable fields.
 * @param onSave saves the payer; if it rejects, it has reported the error, and the fields stay open
 */
function PayerPanel({ draft, onSave }: { draft: PayerDraft; onSave: SavePayer }) {
  const [edited, setEdited] = useState<PayerDraft | null>(null);
  const [errors, setErrors] = useState<PayerErrors>({});
  const [busy, setBusy] = useState(false);
  const t = texts.payer;
  if (edited === null) {
    return (
      <p className="g2-note flex flex-wrap justify-between gap-y-1 gap-x-3 m-0 mb-4 wrap-anywhere">
        <span>
          {t.title} <strong>{draft.name}</strong>, {draft.taxId}
        </span>
        <button
          type="button"
          className="g2-bare min-h-6 py-0 px-1 text-accent font-semibold underline"
          onClick={() => setEdited(draft)}
        >
          {t.change}
        </button>
      </p>
    );
  }
  const save = async () => {
    const found = validatePayer(edited, false);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    await onSave(edited).then(
      () => setEdited(null),
      () => undefined,
    );
    setBusy(false);
  };
  return (
    <section className="g2-box grid gap-3 mb-4 p-4" aria-label={t.title}>
      <PayerFields draft={edited} errors={errors} onChange={setEdited} whole={false} />
      <p className="g2-note">{t.receipt}</p>
      <Button variant="default" onClick={() => void save()} loading={busy}>
        {t.save}
      </Button>
    </section>
  );
}

interface VoucherStepProps extends Pick<PaymentEvents, 'onBusy' | 'onCancel'> {
  readonly method: VoucherMethod;
  readonly draft: PayerDraft;
  readonly onDraft: (draft: PayerDraft) => void;
  readonly begin: (payer: PayerBody) => Promise<PaymentIntentAnswer>;
  readonly onBegun: (intent: PaymentIntentAnswer) => void;
}

export function VoucherStep(props: VoucherStepProps) {
  const { method, draft, onDraft, begin, onBegun, onBusy, onCancel } = props;
  const [errors, setErrors] = useState<PayerErrors>({});
  const [busy, setBusy] = useState(false);
  const whole = method === 'boleto';
  const make = async () => {
    const found = validatePayer(draft, whole);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    onBusy(true);
    try {
      onBegun(await begin(bodyOf(draft)));
    } catch (error) {
      setErrors(fieldsOf(error));
      notify.error(texts.failedTitle, messageOf(error, texts.failed));
    }
    setBusy(false);
    onBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void make();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p className="g2-note">{texts.notes[method]}</p>
        <PayerFields draft={draft} errors={errors} onChange={onDraft} whole={whole} />
        <p className="g2-note">{whole ? texts.payer.boleto : texts.payer.receipt}</p>
        <div className="g2-answers">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {texts.make[method]}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The server's error messages about the payer, by field name of the form. */
function fieldsOf(error: unknown): PayerErrors {
  if (!(error instanceof HttpError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, text]) => [path.split('.').at(-1) ?? '', text]),
  );
}
