import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './pay.module.css';
import { type PayerDraft, type PayerField, validatePayer } from './payer.ts';
import { PayerFields } from './payer-fields.tsx';
import { texts } from './texts.ts';

interface PayerPanelProps {
  readonly draft: PayerDraft;
  /** Kept when it settles; what it rejects with is told by whoever does it. */
  readonly onSave: (draft: PayerDraft) => Promise<void>;
}

/** Whom the receipt is made out to, in one line that opens into its fields. */
export function PayerPanel({ draft, onSave }: PayerPanelProps) {
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
