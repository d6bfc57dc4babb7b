import type { OpenPaymentAnswer } from '@g2/gateway/contract/open-payments';
import type { PayerBody, ProviderMethod, Voucher, VoucherMethod } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { IconBarcode, IconCreditCard, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { paymentConfigQuery } from '../api.ts';
import { Preparing } from '../card/card-payment.tsx';
import type { PaymentEvents } from '../card/outcome.ts';
import { CardStep, VoucherStep } from './method-steps.tsx';
import { draftOf } from './payer-fields.tsx';
import type { PaymentSource } from './source.ts';
import { texts } from './texts.ts';
import { VoucherView } from './voucher-view.tsx';

interface PaymentFormProps extends PaymentEvents {
  readonly source: PaymentSource;
  /** Method selected first if no payment is open. */
  readonly preferred?: ProviderMethod;
  /** True when the server's events have reported the payment. */
  readonly isPaid?: boolean;
  /** Called with true while an unpaid Pix or boleto is shown: the dialog may be closed, and it can be paid later. */
  readonly onWaiting?: (waiting: boolean) => void;
  /** Called when the payment could not be started. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * Payment by card, Pix or boleto, depending on the enabled methods; usable in a dialog or a page. Starts with the open
 * payment, if any, even one started on another device. The parent shows what is paid for and the amount.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { source } = props;
  const { data: config } = useQuery(paymentConfigQuery);
  const [opened, setOpened] = useState<OpenPaymentAnswer | null>(null);
  useEffect(() => {
    let isGone = false;
    source.read().then(
      (answer) => !isGone && setOpened(answer),
      () => !isGone && setOpened({ intent: null, payer: null }),
    );
    return () => {
      isGone = true;
    };
  }, [source]);
  if (opened === null) return <Preparing />;
  return (
    <Opened
      {...props}
      opened={opened}
      methods={config?.methods ?? ['card']}
      isDemo={config?.provider === 'simulator'}
    />
  );
}

type Waiting = PaymentIntentAnswer & { readonly voucher: Voucher };
const waitingOf = (intent: PaymentIntentAnswer | null): Waiting | null =>
  intent !== null && intent.voucher !== null ? { ...intent, voucher: intent.voucher } : null;

interface OpenedProps extends PaymentFormProps {
  readonly opened: OpenPaymentAnswer;
  readonly methods: readonly ProviderMethod[];
  readonly isDemo: boolean;
}

function Opened({ opened, methods, isDemo, source, preferred = 'card', isPaid = false, ...on }: OpenedProps) {
  const [waiting, setWaiting] = useState(() => waitingOf(opened.intent));
  const [method, setMethod] = useState<ProviderMethod>(waiting?.voucher.method ?? preferred);
  const [draft, setDraft] = useState(() => draftOf(opened.payer));
  const key = useIntentKey();
  const isWaiting = waiting !== null;
  const onWaiting = useEffectEvent((now: boolean) => on.onWaiting?.(now));
  useEffect(() => onWaiting(isWaiting), [isWaiting]);
  const shown = methods.includes(method) ? method : (methods[0] ?? 'card');
  const isOther = waiting !== null && waiting.voucher.method !== shown;
  const begin = (payer: PayerBody) => {
    const body = { method: shown, payer };
    return key.run(body, (idempotencyKey) => source.begin(body, idempotencyKey));
  };
  return (
    <>
      {methods.length > 1 && <MethodTabs methods={methods} method={shown} onChoose={setMethod} />}
      {isOther && (
        <SwitchNotice
          open={waiting.voucher.method}
          next={shown}
          isOnce={source.isOnce}
          onKeep={() => setMethod(waiting.voucher.method)}
          onSwitch={() => setWaiting(null)}
        />
      )}
      {waiting !== null && !isOther && (
        <VoucherView
          key={waiting.paymentIntentId}
          intent={waiting}
          isDemo={isDemo}
          isPaid={isPaid}
          onPaid={on.onSucceeded}
          onContinue={on.onContinue}
          onAgain={() => setWaiting(null)}
        />
      )}
      {waiting === null && shown === 'card' && (
        <CardStep source={source} draft={draft} onDraft={setDraft} {...on} />
      )}
      {waiting === null && shown !== 'card' && (
        <VoucherStep
          key={shown}
          method={shown}
          draft={draft}
          onDraft={setDraft}
          begin={begin}
          onBegun={(intent) => setWaiting(waitingOf(intent))}
          onBusy={on.onBusy}
          onCancel={on.onCancel}
        />
      )}
      <p className="g2-meta mt-4">
        {texts.refund}{' '}
        <a className="text-accent" href="/termos#devolucoes" target="_blank" rel="noreferrer">
          {texts.refundLink}
        </a>
      </p>
    </>
  );
}

interface SwitchNoticeProps {
  readonly open: VoucherMethod;
  readonly next: ProviderMethod;
  /** True if the old Pix or boleto becomes invalid, or must not be paid, after the switch to another method. */
  readonly isOnce: boolean;
  readonly onKeep: () => void;
  readonly onSwitch: () => void;
}

/** Question before another method replaces a Pix or boleto that can still be paid. */
function SwitchNotice({ open, next, isOnce, onKeep, onSwitch }: SwitchNoticeProps) {
  const t = texts.switch;
  const name = texts.names[open];
  return (
    <section className="grid justify-items-center gap-2 py-5 px-2 text-center" aria-label={t.title(name)}>
      <p className="g2-title">{t.title(name)}</p>
      <p className="g2-note">{isOnce ? t[open] : t.both}</p>
      <div className="g2-answers w-full mt-2">
        <Button variant="default" onClick={onSwitch}>
          {t.go(texts.names[next])}
        </Button>
        <Button onClick={onKeep}>{t.keep(name)}</Button>
      </div>
    </section>
  );
}

export const METHOD_ICONS = {
  card: IconCreditCard,
  pix: IconQrcode,
  boleto: IconBarcode,
} as const satisfies Record<ProviderMethod, typeof IconQrcode>;

interface MethodTabsProps {
  readonly methods: readonly ProviderMethod[];
  readonly method: ProviderMethod;
  readonly onChoose: (method: ProviderMethod) => void;
}

function MethodTabs({ methods, method, onChoose }: MethodTabsProps) {
  return (
    <fieldset className="grid grid-flow-col auto-cols-fr gap-2 m-0 mb-5 p-0 border-0">
      <legend className="g2-hidden">{texts.methods}</legend>
      {methods.map((one) => {
        const Icon = METHOD_ICONS[one];
        const isChosen = one === method;
        return (
          <label
            key={one}
            className={clsx(
              'relative grid justify-items-center gap-1 py-3 px-1.5 border rounded-md text-sm font-semibold',
              'hover:border-accent has-focus-visible:outline-2 outline-offset-2 outline-accent',
              isChosen
                ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--g2-accent)]'
                : 'border-strong-line bg-surface',
            )}
          >
            <input
              type="radio"
              name="method"
              className="absolute inset-0 m-0 opacity-0 cursor-pointer"
              value={one}
              checked={isChosen}
              onChange={() => onChoose(one)}
            />
            <Icon className={isChosen ? 'text-accent' : undefined} size={20} stroke={1.6} aria-hidden />
            {texts.names[one]}
          </label>
        );
      })}
    </fieldset>
  );
}
