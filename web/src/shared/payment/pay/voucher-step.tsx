import type { PayerBody, VoucherMethod } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { texts as ui } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast-store.ts';
import classes from './pay.module.css';
import { bodyOf, type PayerDraft, type PayerField, validatePayer } from './payer.ts';
import { PayerFields } from './payer-fields.tsx';
import { texts } from './texts.ts';

interface VoucherStepProps {
  readonly method: VoucherMethod;
  readonly draft: PayerDraft;
  readonly onDraft: (draft: PayerDraft) => void;
  readonly begin: (payer: PayerBody) => Promise<PaymentIntentAnswer>;
  readonly onBegun: (intent: PaymentIntentAnswer) => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
}

/** Asks for the payer's data, then creates a Pix or boleto. */
export function VoucherStep(props: VoucherStepProps) {
  const { method, draft, onDraft, begin, onBegun, onBusy, onCancel } = props;
  const [errors, setErrors] = useState<Partial<Record<PayerField, string>>>({});
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
function fieldsOf(error: unknown): Partial<Record<PayerField, string>> {
  if (!(error instanceof HttpError)) return {};
  const found: Partial<Record<string, string>> = {};
  for (const [path, text] of Object.entries(error.fields)) found[path.split('.').at(-1) ?? ''] = text;
  return found;
}
