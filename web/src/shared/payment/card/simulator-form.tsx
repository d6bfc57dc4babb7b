import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { MaskedInput } from '../../../ui/masked-input.tsx';
import { brandOf, CARD_NUMBER_MASK, type CardFields, CVC_MASK, EXPIRY_MASK, validateCard } from './card.ts';
import classes from './card-payment.module.css';
import { FormActions, TestHint } from './form-parts.tsx';
import type { Confirmation } from './outcome.ts';
import { confirmAtSimulator, type Intent, readAtSimulator } from './simulator.ts';
import { texts } from './texts.ts';
import { ThreeDsFrame } from './three-ds-frame.tsx';

interface SimulatorFormProps {
  readonly config: PaymentConfig;
  readonly intent: Intent;
  readonly onProcessing: () => void;
  readonly onConfirmed: (confirmation: Confirmation) => void;
  /** Called when the provider could not be reached. */
  readonly onError: () => void;
  readonly onCancel: () => void;
}

/** Card form for the payment simulator, in place of Stripe's. */
export function SimulatorForm({
  config,
  intent,
  onProcessing,
  onConfirmed,
  onError,
  onCancel,
}: SimulatorFormProps) {
  const [frameUrl, setFrameUrl] = useState<string | null>(null);
  const form = useForm<CardFields>({
    initialValues: { number: '', expiry: '', cvc: '' },
    validate: (values) => validateCard(values, new Date()),
  });
  const t = texts.card;
  const field = (name: keyof CardFields) => ({
    value: form.values[name],
    onValue: (value: string) => form.setFieldValue(name, value),
    error: form.errors[name],
    inputMode: 'numeric' as const,
  });

  const submit = async (card: CardFields) => {
    onProcessing();
    try {
      const answer = await confirmAtSimulator(config, intent, card);
      if (answer.kind === 'action') setFrameUrl(answer.url);
      else onConfirmed(answer);
    } catch {
      onError();
    }
  };
  const answered = async () => {
    setFrameUrl(null);
    try {
      onConfirmed(await readAtSimulator(config, intent));
    } catch {
      onError();
    }
  };
  return (
    <form onSubmit={form.onSubmit((card) => void submit(card))} noValidate>
      <Stack gap="md">
        <TestHint />
        <MaskedInput
          {...field('number')}
          mask={CARD_NUMBER_MASK}
          label={t.number}
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          rightSection={<span className={classes.brand}>{brandOf(form.values.number)}</span>}
          rightSectionWidth={104}
          rightSectionPointerEvents="none"
        />
        <Group grow align="flex-start">
          <MaskedInput
            {...field('expiry')}
            mask={EXPIRY_MASK}
            label={t.expiry}
            autoComplete="cc-exp"
            placeholder="MM/AA"
          />
          <MaskedInput
            {...field('cvc')}
            mask={CVC_MASK}
            label={t.cvc}
            autoComplete="cc-csc"
            placeholder="123"
          />
        </Group>
        <FormActions amount={intent.amount} onCancel={onCancel} />
      </Stack>
      {frameUrl !== null && (
        <ThreeDsFrame
          url={frameUrl}
          paymentIntentId={intent.paymentIntentId}
          onDone={() => void answered()}
          // The user closed the 3-D Secure frame, perhaps just after the bank approved: ask the provider.
          onCancel={() => void answered()}
        />
      )}
    </form>
  );
}
