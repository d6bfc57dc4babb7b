import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './pay.module.css';
import { type PayerDraft, type PayerField, validatePayer } from './payer.ts';
import { PayerFields } from './payer-fields.tsx';
import { texts } from './texts.ts';

interface PayerPanelProps {
  readonly draft: PayerDraft;
  /** Saves the payer. On rejection the panel stays open, and the caller reports the error. */
  readonly onSave: (draft: PayerDraft) => Promise<void>;
}

/** The receipt's payer in one line, which opens into editable fields. */
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
