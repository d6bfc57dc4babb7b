import type { OpenPaymentAnswer } from '@g2/gateway/contract/open-payments';
import type { PayerBody, ProviderMethod, Voucher, VoucherMethod } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { IconBarcode, IconCreditCard, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { paymentConfigQuery } from '../api.ts';
import { Preparing } from '../card/card-payment.tsx';
import { CardStep, VoucherStep } from './method-steps.tsx';
import classes from './pay.module.css';
import { draftOf } from './payer-fields.tsx';
import type { PaymentSource } from './source.ts';
import { texts } from './texts.ts';
import { VoucherView } from './voucher-view.tsx';

interface PaymentFormProps {
  readonly source: PaymentSource;
  /** Method selected first if no payment is open. */
  readonly preferred?: ProviderMethod;
  /** True when the server's events have reported the payment. */
  readonly isPaid?: boolean;
  /** Called once when the server has confirmed the payment, before the user presses Continuar. */
  readonly onSucceeded: () => void;
  /** Called with true while a payment is processing: the enclosing dialog must not be closed then. */
  readonly onBusy: (busy: boolean) => void;
  /** Called with true while an unpaid Pix or boleto is shown: the dialog may be closed, and it can be paid later. */
  readonly onWaiting?: (waiting: boolean) => void;
  /** Called to go on: after a successful payment, or to pay an open Pix or boleto later. */
  readonly onContinue: () => void;
  readonly onCancel: () => void;
  /** Called when the payment could not be started. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * Payment by card, Pix or boleto, depending on the enabled methods; usable in a dialog or a page. Starts with the open
 * payment, if any, even one started on another device. The parent shows what is paid for and the amount.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { data: config } = useQuery(paymentConfigQuery);
  const opened = useOpened(props.source);
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

const NOTHING: OpenPaymentAnswer = { intent: null, payer: null };

function useOpened(source: PaymentSource): OpenPaymentAnswer | null {
  const [opened, setOpened] = useState<OpenPaymentAnswer | null>(null);
  useEffect(() => {
    let gone = false;
    source.read().then(
      (answer) => !gone && setOpened(answer),
      () => !gone && setOpened(NOTHING),
    );
    return () => {
      gone = true;
    };
  }, [source]);
  return opened;
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
  const tellWaiting = useEffectEvent((now: boolean) => on.onWaiting?.(now));
  useEffect(() => tellWaiting(isWaiting), [isWaiting]);
  const shown = methods.includes(method) ? method : (methods[0] ?? 'card');
  const isOther = waiting !== null && waiting.voucher.method !== shown;
  const begin = (payer: PayerBody) => {
    const way = { method: shown, payer };
    return key.run(way, (idempotencyKey) => source.begin(way, idempotencyKey));
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
      <p className={classes.rule}>
        {texts.refund}{' '}
        <a className={classes.ruleLink} href="/termos#devolucoes" target="_blank" rel="noreferrer">
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
    <section className={classes.switch} aria-label={t.title(name)}>
      <p className={classes.title}>{t.title(name)}</p>
      <p className={classes.note}>{isOnce ? t[open] : t.both}</p>
      <div className="g2-answers">
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
    <fieldset className={classes.tabs}>
      <legend className="g2-hidden">{texts.methods}</legend>
      {methods.map((one) => {
        const Icon = METHOD_ICONS[one];
        return (
          <label key={one} className={classes.tab}>
            <input
              type="radio"
              name="method"
              value={one}
              checked={one === method}
              onChange={() => onChoose(one)}
            />
            <Icon size={20} stroke={1.6} aria-hidden />
            {texts.names[one]}
          </label>
        );
      })}
    </fieldset>
  );
}
