import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { type ProviderIntent, providerIntent } from '@g2/gateway/contract/provider';
import { Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MaskedInput } from '../../../ui/masked-input.tsx';
import { Modal } from '../../../ui/modal.tsx';
import {
  brandOf,
  CARD_NUMBER_MASK,
  type CardFields,
  CVC_MASK,
  EXPIRY_MASK,
  parseExpiry,
  validateCard,
} from './card.ts';
import { FormActions } from './form-actions.tsx';
import { type CardFormProps, type Confirmation, confirmationOf, type Intent } from './outcome.ts';
import { texts } from './texts.ts';

const t = texts.card;

/** Card form for the payment simulator of a demonstration installation. */
export function SimulatorForm(props: CardFormProps) {
  const { config, intent, onProcessing, onConfirmed, onError, onCancel } = props;
  const [frameUrl, setFrameUrl] = useState<string | null>(null);
  const form = useForm<CardFields>({
    initialValues: { number: '', expiry: '', cvc: '' },
    validate: (values) => validateCard(values, new Date()),
  });
  const fieldProps = (name: keyof CardFields) => ({
    value: form.values[name],
    onValue: (value: string) => form.setFieldValue(name, value),
    error: form.errors[name],
    inputMode: 'numeric' as const,
  });

  const handleResult = async (resultPromise: Promise<SimulatorResult>) => {
    try {
      const result = await resultPromise;
      if (result.kind === 'requires-action') setFrameUrl(result.url);
      else onConfirmed(result);
    } catch {
      onError();
    }
  };
  const submit = (card: CardFields) => {
    onProcessing();
    void handleResult(confirmAtSimulator(config, intent, card));
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <div className="g2-warning text-xs border-dashed">
          <p className="m-0 mb-1.5 font-semibold text-warning">{t.testTitle}</p>
          <ul className="g2-list grid grid-cols-[repeat(auto-fit,minmax(230px,1fr))] gap-y-0.5 gap-x-4">
            {t.testCards.map((card) => (
              <li key={card.number}>
                <code className="g2-mono">{card.number}</code> {card.effect}
              </li>
            ))}
          </ul>
          <p className="m-0 mt-1.5 text-muted">{t.testNote}</p>
        </div>
        <MaskedInput
          {...fieldProps('number')}
          mask={CARD_NUMBER_MASK}
          label={t.number}
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          rightSection={
            <span className="text-xs font-semibold text-muted">{brandOf(form.values.number)}</span>
          }
          rightSectionWidth={104}
          rightSectionPointerEvents="none"
        />
        <Group grow align="flex-start">
          <MaskedInput
            {...fieldProps('expiry')}
            mask={EXPIRY_MASK}
            label={t.expiry}
            autoComplete="cc-exp"
            placeholder="MM/AA"
          />
          <MaskedInput
            {...fieldProps('cvc')}
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
          onDone={() => {
            setFrameUrl(null);
            void handleResult(readAtSimulator(config, intent));
          }}
        />
      )}
    </form>
  );
}

interface ThreeDsFrameProps {
  readonly url: string;
  readonly paymentIntentId: string;
  /** Called when the issuer's page has finished or was closed. The provider knows the result. */
  readonly onDone: () => void;
}

/** Frame with the card issuer's 3-D Secure page, which posts a message to this page when it has finished. */
function ThreeDsFrame({ url, paymentIntentId, onDone }: ThreeDsFrameProps) {
  // Issuers' pages are designed for the full width of a phone.
  const isPhone = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false });
  const frame = useRef<HTMLIFrameElement>(null);
  const notifyDone = useEffectEvent(onDone);
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== new URL(url).origin) return;
      const data = event.data;
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'g2-3ds') return;
      if (!('paymentIntentId' in data) || data.paymentIntentId !== paymentIntentId) return;
      notifyDone();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [url, paymentIntentId]);
  return (
    <Modal
      opened
      onClose={onDone}
      title={t.threeDSecureTitle}
      closeOnClickOutside={false}
      fullScreen={isPhone}
      zIndex={400}
    >
      <iframe
        ref={frame}
        src={url}
        title={t.threeDSecureTitle}
        className="block w-full h-[min(470px,68dvh)] border border-line rounded-md bg-[#fff]"
      />
    </Modal>
  );
}

const PROVIDER_TIMEOUT_MS = 30_000;

type SimulatorResult =
  | Confirmation
  /** The issuer requires 3-D Secure. Its page `url` is shown in a frame. */
  | { readonly kind: 'requires-action'; readonly url: string };

/** Confirms the intent at the simulator, as Stripe.js does at Stripe. Rejects if there is no valid answer. */
async function confirmAtSimulator(
  config: PaymentConfig,
  intent: Intent,
  card: CardFields,
): Promise<SimulatorResult> {
  const expiry = parseExpiry(card.expiry);
  const body = new URLSearchParams({
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number.replace(/\D/g, ''),
    'payment_method_data[card][exp_month]': String(expiry?.month ?? ''),
    'payment_method_data[card][exp_year]': String(expiry?.year ?? ''),
    'payment_method_data[card][cvc]': card.cvc.trim(),
    // There is no return_url, so that the issuer's page posts a message to this page instead of redirecting it.
  });
  const answer = await requestIntent(config, `${intent.paymentIntentId}/confirm`, { method: 'POST', body });
  const url = answer.next_action?.redirect_to_url?.url;
  if (answer.status === 'requires_action' && url !== undefined) return { kind: 'requires-action', url };
  return confirmationOfIntent(answer);
}

/** Reads the result of 3-D Secure from the provider. Rejects if the provider cannot be reached. */
async function readAtSimulator(config: PaymentConfig, intent: Intent): Promise<Confirmation> {
  const secret = new URLSearchParams({ client_secret: intent.clientSecret });
  const path = `${intent.paymentIntentId}?${secret.toString()}`;
  const answer = await requestIntent(config, path, { method: 'GET' });
  // The user closed the 3-D Secure page before it had a result.
  if (answer.status === 'requires_action') {
    return { kind: 'declined', reason: texts.errors.threeDSecureIncomplete };
  }
  return confirmationOfIntent(answer);
}

async function requestIntent(
  config: PaymentConfig,
  path: string,
  init: RequestInit,
): Promise<ProviderIntent> {
  const response = await fetch(`${config.apiBase}/v1/payment_intents/${path}`, {
    ...init,
    // The timeout prevents a dead connection from blocking the payment dialog.
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    headers: { authorization: `Bearer ${config.publishableKey}` },
  });
  return providerIntent.parse(await response.json());
}

function confirmationOfIntent(answer: ProviderIntent): Confirmation {
  if (answer.error !== undefined) return confirmationOf(answer.error);
  if (answer.status === 'requires_payment_method') return confirmationOf(answer.last_payment_error ?? {});
  return { kind: 'confirmed' };
}
