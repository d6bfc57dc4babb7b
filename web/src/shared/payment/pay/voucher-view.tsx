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
import { EndView, StatePanel } from '../card/payment-state.tsx';
import { texts } from './texts.ts';

const t = texts.voucher;

interface VoucherViewProps {
  readonly intent: PaymentIntentAnswer & { readonly voucher: Voucher };
  /** True with the payment simulator: shows how to pay the code. */
  readonly isDemo: boolean;
  readonly isPaid: boolean;
  readonly onPaid: () => void;
  /** Called to go on: after the payment, or to pay the code later. */
  readonly onContinue: () => void;
  /** Requests a new code after the old one has expired. */
  readonly onAgain: () => void;
}

/** A Pix or boleto that waits for payment, and its result. */
export function VoucherView(props: VoucherViewProps) {
  const { intent, isPaid, onPaid, onContinue, onAgain } = props;
  const { voucher } = intent;
  const { state, check, ask } = useVoucher(voucher, intent.paymentIntentId, isPaid, onPaid);
  if (state === 'paid') return <EndView name="succeeded" amount={intent.amount} onContinue={onContinue} />;
  if (state === 'expired') {
    return (
      <StatePanel
        role="alert"
        icon={<IconClockX className="text-warning" size={48} stroke={1.5} aria-hidden />}
        title={t.expired[voucher.method]}
        notes={[t.expiredNote]}
      >
        <Button onClick={onAgain}>{t.again}</Button>
      </StatePanel>
    );
  }
  return (
    <section className="grid justify-items-center gap-3 text-center" aria-label={t.waiting[voucher.method]}>
      <p className="g2-title">{t.waiting[voucher.method]}</p>
      <p className="g2-note">{t.steps[voucher.method]}</p>
      {voucher.method === 'pix' && <QrCode text={voucher.code} label={t.qr} />}
      <Code name={t.code[voucher.method]} code={voucher.code} />
      <Until voucher={voucher} />
      <Links voucher={voucher} />
      {props.isDemo && <p className="g2-warning m-0 text-xs text-left">{t.demo}</p>}
      <p className="g2-note empty:hidden" role="status">
        {check === 'not-yet' && t.notYet[voucher.method]}
        {check === 'failed' && t.checkFailed}
      </p>
      <div className="g2-answers w-full">
        <Button variant="default" onClick={onContinue}>
          {t.later}
        </Button>
        <Button onClick={() => void ask()} loading={check === 'checking'}>
          {t.check}
        </Button>
      </div>
    </section>
  );
}

function Code({ name, code }: { name: string; code: string }) {
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

/** The deadline: a countdown; a boleto due on a day without banking can be paid until the next banking day. */
function Until({ voucher: { method, expiresAt } }: { voucher: Voucher }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (expiresAt === null) return null;
  if (method === 'boleto') {
    return <p className="m-0">{t.until(payableUntil(new Date(expiresAt), new Date(now)))}</p>;
  }
  const left = leftUntil(expiresAt, now);
  if (left === null) return null;
  return (
    <p className="m-0">
      {t.expiresIn}{' '}
      <span role="timer" className="font-semibold tabular-nums">
        {left}
      </span>
    </p>
  );
}

function Links({ voucher: { url, pdf } }: { voucher: Voucher }) {
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
      {url !== null && link(url, t.page, IconExternalLink)}
    </p>
  );
}

type VoucherState = 'waiting' | 'expired' | 'paid';
/** Result of the last press of "Já paguei". */
type Check = 'none' | 'checking' | 'not-yet' | 'failed';

/** Polling interval while the page is visible, ms: a Pix is paid within seconds, a boleto within days. */
const POLL_MS = { pix: 5_000, boleto: 30_000 } as const;

/** Asks the server at intervals while the page is visible. `isPaid` comes from its events; `onPaid` is called once. */
function useVoucher(voucher: Voucher, paymentIntentId: string, isPaid: boolean, onPaid: () => void) {
  const [answer, setAnswer] = useState<VoucherState>('waiting');
  const [check, setCheck] = useState<Check>('none');
  const state = isPaid ? 'paid' : answer;
  const notifyPaid = useEffectEvent(onPaid);
  useEffect(() => {
    if (state === 'paid') notifyPaid();
  }, [state]);

  const sync = async (): Promise<VoucherState> => {
    const next = stateOf(await syncPayment(paymentIntentId));
    setAnswer(next);
    return next;
  };
  const poll = useEffectEvent(sync);
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setInterval(() => {
      if (!document.hidden) void poll().catch(() => undefined);
    }, POLL_MS[voucher.method]);
    return () => clearInterval(timer);
  }, [state, voucher.method]);
  const ask = async () => {
    setCheck('checking');
    setCheck(
      await sync().then(
        (next) => (next === 'waiting' ? 'not-yet' : 'none'),
        () => 'failed' as const,
      ),
    );
  };
  return { state, check, ask };
}

function stateOf(status: PaymentIntentStatus): VoucherState {
  if (status === 'succeeded') return 'paid';
  return status === 'requires_payment_method' || status === 'canceled' ? 'expired' : 'waiting';
}

/** Time left until `expiresAt` as 'h:mm:ss'; null after the end. */
function leftUntil(expiresAt: string, now: number): string | null {
  const seconds = Math.floor((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
}
