import { payableUntil } from '@g2/gateway/contract/bank-days';
import { formatBoleto, type Voucher } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import type { PaymentIntentStatus } from '@g2/gateway/contract/provider';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconClockX, IconCopy, IconExternalLink, IconFileText } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { QrCode } from '../../../ui/qr-code.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { syncPayment } from '../api.ts';
import { PaymentEndView, StatePanel } from '../card/payment-state.tsx';
import { texts } from './texts.ts';

const t = texts.voucher;

interface VoucherViewProps {
  readonly intent: PaymentIntentAnswer & { readonly voucher: Voucher };
  /** True with the payment simulator: shows a note on how to simulate the payment. */
  readonly isDemo: boolean;
  readonly isPaid: boolean;
  /** Called once when the payment is confirmed. */
  readonly onPaid: () => void;
  /** Called when the user leaves this view: by "Continuar" after the payment, or to pay later. */
  readonly onContinue: () => void;
  /** Called to create a new code after this one has expired. */
  readonly onCreateAnother: () => void;
}

/** A Pix or boleto that waits for payment, and its result. */
export function VoucherView(props: VoucherViewProps) {
  const { intent, isPaid, onPaid, onContinue, onCreateAnother } = props;
  const { voucher } = intent;
  const { state, checkResult, checkNow } = useVoucherState(voucher, intent.paymentIntentId, isPaid, onPaid);
  if (state === 'paid') {
    return <PaymentEndView name="succeeded" amount={intent.amount} onContinue={onContinue} />;
  }
  if (state === 'expired') {
    return (
      <StatePanel
        role="alert"
        icon={<IconClockX className="text-warning" size={48} stroke={1.5} aria-hidden />}
        title={t.expired[voucher.method]}
        notes={[t.expiredNote]}
      >
        <Button onClick={onCreateAnother}>{t.createAnother}</Button>
      </StatePanel>
    );
  }
  return (
    <section className="grid justify-items-center gap-3 text-center" aria-label={t.waiting[voucher.method]}>
      <p className="g2-title">{t.waiting[voucher.method]}</p>
      <p className="g2-note">{t.steps[voucher.method]}</p>
      {voucher.method === 'pix' && <QrCode text={voucher.code} label={t.qr} />}
      <CodeBox name={t.code[voucher.method]} code={voucher.code} />
      <Deadline voucher={voucher} />
      <VoucherLinks voucher={voucher} />
      {props.isDemo && <p className="g2-warning m-0 text-xs text-left">{t.demoNote}</p>}
      <p className="g2-note empty:hidden" role="status">
        {checkResult === 'not-yet' && t.notConfirmedYet[voucher.method]}
        {checkResult === 'failed' && t.checkFailed}
      </p>
      <div className="g2-answers w-full">
        <Button variant="default" onClick={onContinue}>
          {t.payLater}
        </Button>
        <Button onClick={() => void checkNow()} loading={checkResult === 'checking'}>
          {t.alreadyPaid}
        </Button>
      </div>
    </section>
  );
}

function CodeBox({ name, code }: { name: string; code: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <div className="g2-box grid justify-items-center gap-2 w-full p-3">
      <span className="g2-meta font-semibold">{name}</span>
      <code className="font-mono text-xs leading-[1.6] wrap-anywhere select-all">{formatBoleto(code)}</code>
      <Button
        variant="light"
        size="sm"
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => copy(code)}
        aria-label={ui.copyOf(name)}
      >
        <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
      </Button>
    </div>
  );
}

/** The deadline: a countdown for a Pix, and the last day of payment for a boleto. */
function Deadline({ voucher: { method, expiresAt } }: { voucher: Voucher }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (expiresAt === null) return null;
  if (method === 'boleto') {
    return <p className="m-0">{t.payableUntil(payableUntil(new Date(expiresAt), new Date(now)))}</p>;
  }
  const timeLeft = timeLeftUntil(expiresAt, now);
  if (timeLeft === null) return null;
  return (
    <p className="m-0">
      {t.expiresIn}{' '}
      <span role="timer" className="font-semibold tabular-nums">
        {timeLeft}
      </span>
    </p>
  );
}

function VoucherLinks({ voucher: { url, pdf } }: { voucher: Voucher }) {
  const link = (href: string, text: string, Icon: typeof IconFileText) => (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 min-h-7 text-accent font-semibold"
    >
      <Icon size={16} aria-hidden />
      {text}
    </a>
  );
  return (
    <p className="flex flex-wrap justify-center gap-y-2 gap-x-5 m-0">
      {pdf !== null && link(pdf, t.pdf, IconFileText)}
      {url !== null && link(url, t.codePage, IconExternalLink)}
    </p>
  );
}

type VoucherState = 'waiting' | 'expired' | 'paid';
/** Result of the last check that the user requested with "Já paguei". */
type CheckResult = 'none' | 'checking' | 'not-yet' | 'failed';

/** Polling interval while the page is visible, ms. A Pix is confirmed within seconds, a boleto within days. */
const POLL_MS = { pix: 5_000, boleto: 30_000 } as const;

/** State of a Pix or boleto. Polls while the page is visible. @param isPaid true once an event reports the payment */
function useVoucherState(voucher: Voucher, paymentIntentId: string, isPaid: boolean, onPaid: () => void) {
  const [polledState, setPolledState] = useState<VoucherState>('waiting');
  const [checkResult, setCheckResult] = useState<CheckResult>('none');
  const state = isPaid ? 'paid' : polledState;
  const notifyPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (state === 'paid') notifyPaid();
  }, [state]);

  const sync = async (): Promise<VoucherState> => {
    const newState = voucherState(await syncPayment(paymentIntentId));
    setPolledState(newState);
    return newState;
  };
  const poll = useEffectEvent(sync);
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setInterval(() => {
      if (!document.hidden) void poll().catch(() => undefined);
    }, POLL_MS[voucher.method]);
    return () => clearInterval(timer);
  }, [state, voucher.method]);
  const checkNow = async () => {
    setCheckResult('checking');
    setCheckResult(
      await sync().then(
        (newState) => (newState === 'waiting' ? 'not-yet' : 'none'),
        () => 'failed' as const,
      ),
    );
  };
  return { state, checkResult, checkNow };
}

function voucherState(status: PaymentIntentStatus): VoucherState {
  if (status === 'succeeded') return 'paid';
  return status === 'requires_payment_method' || status === 'canceled' ? 'expired' : 'waiting';
}

/** Time left until `expiresAt` as 'h:mm:ss' or 'mm:ss'; null if none is left. */
function timeLeftUntil(expiresAt: string, now: number): string | null {
  const seconds = Math.floor((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const hoursPart = hours > 0 ? `${hours}:` : '';
  return `${hoursPart}${twoDigits(Math.floor((seconds % 3_600) / 60))}:${twoDigits(seconds % 60)}`;
}
