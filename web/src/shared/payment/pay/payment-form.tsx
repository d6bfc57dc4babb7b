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
import { PreparingPanel } from '../card/card-payment.tsx';
import type { PaymentCallbacks } from '../card/outcome.ts';
import { CardStep, VoucherStep } from './method-steps.tsx';
import { payerDraft } from './payer-fields.tsx';
import type { PaymentSource } from './source.ts';
import { texts } from './texts.ts';
import { VoucherView } from './voucher-view.tsx';

interface PaymentFormProps extends PaymentCallbacks {
  readonly source: PaymentSource;
  /** Initially selected method if no payment is open. */
  readonly preferred?: ProviderMethod;
  /** True once the server has reported the payment by an event. */
  readonly isPaid?: boolean;
  /** Called with true while an unpaid Pix or boleto is shown. It can be paid later, so the dialog may be closed. */
  readonly onWaiting?: (waiting: boolean) => void;
  /** Called when the payment could not be started. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * Payment by card, Pix or boleto, depending on the enabled methods, for a dialog or a page. If a payment is open, even
 * from another device, shows that payment first. The parent shows what is paid for and the amount.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { source } = props;
  const { data: config } = useQuery(paymentConfigQuery);
  const [openPayment, setOpenPayment] = useState<OpenPaymentAnswer | null>(null);
  useEffect(() => {
    let isCancelled = false;
    source.read().then(
      (answer) => !isCancelled && setOpenPayment(answer),
      () => !isCancelled && setOpenPayment({ intent: null, payer: null }),
    );
    return () => {
      isCancelled = true;
    };
  }, [source]);
  if (openPayment === null) return <PreparingPanel />;
  return (
    <PaymentMethods
      {...props}
      openPayment={openPayment}
      methods={config?.methods ?? ['card']}
      isDemo={config?.provider === 'simulator'}
    />
  );
}

type VoucherIntent = PaymentIntentAnswer & { readonly voucher: Voucher };
/** The intent if it has a Pix or boleto, else null. */
const voucherIntentOf = (intent: PaymentIntentAnswer | null): VoucherIntent | null =>
  intent !== null && intent.voucher !== null ? { ...intent, voucher: intent.voucher } : null;

interface PaymentMethodsProps extends PaymentFormProps {
  readonly openPayment: OpenPaymentAnswer;
  readonly methods: readonly ProviderMethod[];
  readonly isDemo: boolean;
}

function PaymentMethods(props: PaymentMethodsProps) {
  const { openPayment, methods, isDemo, source, preferred = 'card', isPaid = false, ...events } = props;
  const [voucherIntent, setVoucherIntent] = useState(() => voucherIntentOf(openPayment.intent));
  const [method, setMethod] = useState<ProviderMethod>(voucherIntent?.voucher.method ?? preferred);
  const [draft, setDraft] = useState(() => payerDraft(openPayment.payer));
  const intentKey = useIntentKey();
  const isWaiting = voucherIntent !== null;
  const notifyWaiting = useEffectEvent((waiting: boolean) => events.onWaiting?.(waiting));
  useEffect(() => notifyWaiting(isWaiting), [isWaiting]);
  const shownMethod = methods.includes(method) ? method : (methods[0] ?? 'card');
  const isSwitching = voucherIntent !== null && voucherIntent.voucher.method !== shownMethod;
  const begin = (payer: PayerBody) => {
    const body = { method: shownMethod, payer };
    return intentKey.run(body, (idempotencyKey) => source.begin(body, idempotencyKey));
  };
  return (
    <>
      {methods.length > 1 && <MethodTabs methods={methods} method={shownMethod} onChoose={setMethod} />}
      {isSwitching && (
        <SwitchQuestion
          openMethod={voucherIntent.voucher.method}
          newMethod={shownMethod}
          isSinglePayment={source.isSinglePayment}
          onKeep={() => setMethod(voucherIntent.voucher.method)}
          onSwitch={() => setVoucherIntent(null)}
        />
      )}
      {voucherIntent !== null && !isSwitching && (
        <VoucherView
          key={voucherIntent.paymentIntentId}
          intent={voucherIntent}
          isDemo={isDemo}
          isPaid={isPaid}
          onPaid={events.onSucceeded}
          onContinue={events.onContinue}
          onCreateAnother={() => setVoucherIntent(null)}
        />
      )}
      {voucherIntent === null && shownMethod === 'card' && (
        <CardStep source={source} draft={draft} onDraftChange={setDraft} {...events} />
      )}
      {voucherIntent === null && shownMethod !== 'card' && (
        <VoucherStep
          key={shownMethod}
          method={shownMethod}
          draft={draft}
          onDraftChange={setDraft}
          begin={begin}
          onCreated={(intent) => setVoucherIntent(voucherIntentOf(intent))}
          onBusy={events.onBusy}
          onCancel={events.onCancel}
        />
      )}
      <p className="g2-meta mt-4">
        {texts.refundNote}{' '}
        <a className="text-accent" href="/termos#devolucoes" target="_blank" rel="noreferrer">
          {texts.refundLink}
        </a>
      </p>
    </>
  );
}

interface SwitchQuestionProps {
  readonly openMethod: VoucherMethod;
  readonly newMethod: ProviderMethod;
  /** True if the open Pix or boleto must not be paid any more after the switch. */
  readonly isSinglePayment: boolean;
  readonly onKeep: () => void;
  readonly onSwitch: () => void;
}

/** Asks for confirmation before another method replaces a Pix or boleto that can still be paid. */
function SwitchQuestion(props: SwitchQuestionProps) {
  const { openMethod, newMethod, isSinglePayment, onKeep, onSwitch } = props;
  const t = texts.switch;
  const openMethodName = texts.methodNames[openMethod];
  return (
    <section
      className="grid justify-items-center gap-2 py-5 px-2 text-center"
      aria-label={t.title(openMethodName)}
    >
      <p className="g2-title">{t.title(openMethodName)}</p>
      <p className="g2-note">{isSinglePayment ? t[openMethod] : t.bothPayable}</p>
      <div className="g2-answers w-full mt-2">
        <Button variant="default" onClick={onSwitch}>
          {t.switchTo(texts.methodNames[newMethod])}
        </Button>
        <Button onClick={onKeep}>{t.keep(openMethodName)}</Button>
      </div>
    </section>
  );
}

export const PAYMENT_METHOD_ICONS = {
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
      {methods.map((option) => {
        const Icon = PAYMENT_METHOD_ICONS[option];
        const isChosen = option === method;
        return (
          <label
            key={option}
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
              value={option}
              checked={isChosen}
              onChange={() => onChoose(option)}
            />
            <Icon className={isChosen ? 'text-accent' : undefined} size={20} stroke={1.6} aria-hidden />
            {texts.methodNames[option]}
          </label>
        );
      })}
    </fieldset>
  );
}
