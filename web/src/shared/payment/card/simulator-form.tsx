import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { MaskedInput } from '../../../ui/masked-input.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { brandOf, CARD_NUMBER_MASK, type CardFields, CVC_MASK, EXPIRY_MASK, validateCard } from './card.ts';
import classes from './card-payment.module.css';
import { FormActions, TestHint } from './form-parts.tsx';
import type { Confirmation } from './outcome.ts';
import { confirmAtSimulator, type Intent, readAtSimulator } from './simulator.ts';
import { texts } from './texts.ts';

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

interface ThreeDsFrameProps {
  readonly url: string;
  readonly paymentIntentId: string;
  /** Called when the issuer's page has finished; its result must be read from the provider. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Frame with the issuer's 3-D Secure page, which posts a message to this page when it has finished. */
function ThreeDsFrame({ url, paymentIntentId, onDone, onCancel }: ThreeDsFrameProps) {
  // On a phone, use the full width: issuers' pages are designed for it.
  const narrow = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false });
  const frame = useRef<HTMLIFrameElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== new URL(url).origin) return;
      const data = event.data;
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'g2-3ds') return;
      if (!('paymentIntentId' in data) || data.paymentIntentId !== paymentIntentId) return;
      done.current();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [url, paymentIntentId]);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={texts.card.threeDs}
      closeOnClickOutside={false}
      fullScreen={narrow}
      zIndex={400}
    >
      <iframe ref={frame} src={url} title={texts.card.threeDs} className={classes.frame} />
    </Modal>
  );
}
