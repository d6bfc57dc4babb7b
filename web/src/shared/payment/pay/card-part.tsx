import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/failures.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { notify } from '../../../ui/toast-store.ts';
import { CardPayment, Preparing } from '../card/card-payment.tsx';
import classes from './pay.module.css';
import { bodyOf, isNamed, type PayerDraft, type PayerField, validatePayer } from './payer.ts';
import { PayerFields } from './payer-fields.tsx';
import type { PaymentSource } from './source.ts';
import { texts } from './texts.ts';

interface CardPartProps {
  readonly source: PaymentSource;
  readonly draft: PayerDraft;
  readonly onDraft: (draft: PayerDraft) => void;
  readonly onSucceeded: () => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
  readonly onRefused: (error: unknown) => void;
}

/** Starts the card payment, and shows the card form with the receipt's payer. */
export function CardPart({ source, draft, onDraft, onRefused, ...form }: CardPartProps) {
  const [intent, setIntent] = useState<PaymentIntentAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useIntentKey();
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  }, [onRefused]);
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
        (error: unknown) => !gone && refused.current(error),
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
  const [errors, setErrors] = useState<Partial<Record<PayerField, string>>>({});
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
