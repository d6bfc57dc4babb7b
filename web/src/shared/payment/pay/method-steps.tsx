import type { PayerBody, VoucherMethod } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { texts as ui } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast-store.ts';
import { CardPayment, type CardPaymentProps, Preparing } from '../card/card-payment.tsx';
import classes from './pay.module.css';
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

interface CardStepProps extends Omit<CardPaymentProps, 'intent'> {
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
  const asked = (payer: PayerDraft) => ({
    method: 'card' as const,
    ...(isNamed(payer) ? { payer: bodyOf(payer) } : {}),
  });
  const first = useRef(asked(draft));
  useEffect(() => {
    let gone = false;
    key
      .run(first.current, (idempotencyKey) => source.begin(first.current, idempotencyKey))
      .then(
        (answer) => !gone && setIntent(answer),
        (error: unknown) => !gone && refused(error),
      );
    return () => {
      gone = true;
    };
  }, [source, key]);
  if (intent === null) return <Preparing />;
  const save = async (next: PayerDraft) => {
    const way = asked(next);
    try {
      await key.run(way, (idempotencyKey) => source.begin(way, idempotencyKey));
      onDraft(next);
    } catch (error) {
      notify.error(texts.failedTitle, messageOf(error, texts.payer.failed));
      throw error;
    }
  };
  const tellBusy = (now: boolean) => {
    setBusy(now);
    form.onBusy(now);
  };
  return (
    <>
      {source.isOnce && isNamed(draft) && !busy && <PayerPanel draft={draft} onSave={save} />}
      <CardPayment intent={intent} {...form} onBusy={tellBusy} />
    </>
  );
}

interface PayerPanelProps {
  readonly draft: PayerDraft;
  /** Saves the payer. On rejection the panel stays open, and the caller reports the error. */
  readonly onSave: (draft: PayerDraft) => Promise<void>;
}

/** The receipt's payer in one line, which opens into editable fields. */
function PayerPanel({ draft, onSave }: PayerPanelProps) {
  const [edited, setEdited] = useState<PayerDraft | null>(null);
  const [errors, setErrors] = useState<PayerErrors>({});
  const [busy, setBusy] = useState(false);
  const t = texts.payer;
  if (edited === null) {
    return (
      <p className={classes.payer}>
        <span>
          {t.title} <strong>{draft.name}</strong>, {draft.taxId}
        </span>
        <button type="button" className={classes.link} onClick={() => setEdited(draft)}>
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
    <section className={classes.payerBox} aria-label={t.title}>
      <PayerFields draft={edited} errors={errors} onChange={setEdited} whole={false} />
      <p className={classes.note}>{t.receipt}</p>
      <Button variant="default" onClick={() => void save()} loading={busy}>
        {t.save}
      </Button>
    </section>
  );
}

interface VoucherStepProps {
  readonly method: VoucherMethod;
  readonly draft: PayerDraft;
  readonly onDraft: (draft: PayerDraft) => void;
  readonly begin: (payer: PayerBody) => Promise<PaymentIntentAnswer>;
  readonly onBegun: (intent: PaymentIntentAnswer) => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
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
        <p className={classes.note}>{texts.notes[method]}</p>
        <PayerFields draft={draft} errors={errors} onChange={onDraft} whole={whole} />
        <p className={classes.note}>{whole ? texts.payer.boleto : texts.payer.receipt}</p>
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
  const found: Partial<Record<string, string>> = {};
  for (const [path, text] of Object.entries(error.fields)) found[path.split('.').at(-1) ?? ''] = text;
  return found;
}
