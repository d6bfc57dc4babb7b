import { payableUntil } from '@g2/gateway/contract/bank-days';
import { formatBoleto, type Voucher } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconClockX, IconCopy, IconExternalLink, IconFileText } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { QrCode } from '../../../ui/qr-code.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { syncPayment } from '../api.ts';
import { PaymentStateView } from '../card/payment-state.tsx';
import classes from './pay.module.css';
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
  if (state === 'paid') {
    return (
      <PaymentStateView
        state={{ name: 'succeeded' }}
        amount={intent.amount}
        onContinue={onContinue}
        onCancel={onContinue}
        onRetry={onContinue}
      />
    );
  }
  if (state === 'expired') {
    return (
      <div className={classes.expired} role="alert">
        <IconClockX size={44} stroke={1.5} aria-hidden />
        <p className={classes.title}>{t.expired[voucher.method]}</p>
        <p className={classes.note}>{t.expiredNote}</p>
        <Button onClick={onAgain}>{t.again}</Button>
      </div>
    );
  }
  return (
    <section className={classes.voucher} aria-label={t.waiting[voucher.method]}>
      <p className={classes.title}>{t.waiting[voucher.method]}</p>
      <p className={classes.note}>{t.steps[voucher.method]}</p>
      {voucher.method === 'pix' && <QrCode text={voucher.code} label={t.qr} />}
      <Code name={t.code[voucher.method]} code={voucher.code} />
      <Until voucher={voucher} />
      <Links voucher={voucher} />
      {props.isDemo && <p className={classes.demo}>{t.demo}</p>}
      <p className={classes.check} role="status">
        {check === 'not-yet' && t.notYet[voucher.method]}
        {check === 'failed' && t.checkFailed}
      </p>
      <div className="g2-answers">
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
  return (
    <div className={classes.code}>
      <span className={classes.codeName}>{name}</span>
      <code>{formatBoleto(code)}</code>
      <Button
        variant="light"
        size="sm"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
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
    return <p className={classes.until}>{t.until(payableUntil(new Date(expiresAt), new Date(now)))}</p>;
  }
  const left = leftUntil(expiresAt, now);
  if (left === null) return null;
  return (
    <p className={classes.until}>
      {t.expiresIn}{' '}
      <span role="timer" className={classes.clock}>
        {left}
      </span>
    </p>
  );
}

function Links({ voucher: { url, pdf } }: { voucher: Voucher }) {
  const link = (href: string, text: string, Icon: typeof IconFileText) => (
    <a href={href} target="_blank" rel="noreferrer" className={classes.out}>
      <Icon size={16} aria-hidden />
      {text}
    </a>
  );
  return (
    <p className={classes.links}>
      {pdf !== null && link(pdf, t.pdf, IconFileText)}
      {url !== null && link(url, t.page, IconExternalLink)}
    </p>
  );
}

type VoucherState = 'waiting' | 'expired' | 'paid';
/** Result of the last press of "Já paguei". */
type Check = 'none' | 'checking' | 'not-yet' | 'failed';

/** Polling interval while the page is visible, ms: a Pix is paid within seconds, a boleto within days. */
const ASK_MS = { pix: 5_000, boleto: 30_000 } as const;

/** Asks the server at intervals while the page is visible. `isPaid` comes from its events; `onPaid` is called once. */
function useVoucher(voucher: Voucher, paymentIntentId: string, isPaid: boolean, onPaid: () => void) {
  const [said, setSaid] = useState<VoucherState>('waiting');
  const [check, setCheck] = useState<Check>('none');
  const state = isPaid ? 'paid' : said;
  const paid = useEffectEvent(onPaid);
  const isOver = state === 'paid';
  useEffect(() => {
    if (isOver) paid();
  }, [isOver]);

  const hear = async (): Promise<VoucherState> => {
    const status = await syncPayment(paymentIntentId);
    const heard =
      status === 'succeeded'
        ? 'paid'
        : status === 'requires_payment_method' || status === 'canceled'
          ? 'expired'
          : 'waiting';
    setSaid(heard);
    return heard;
  };
  const listen = useEffectEvent(hear);
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setInterval(() => {
      if (!document.hidden) void listen().catch(() => undefined);
    }, ASK_MS[voucher.method]);
    return () => clearInterval(timer);
  }, [state, voucher.method]);
  const ask = async () => {
    setCheck('checking');
    setCheck(
      await hear().then(
        (heard) => (heard === 'waiting' ? 'not-yet' : 'none'),
        () => 'failed' as const,
      ),
    );
  };
  return { state, check, ask };
}

/** Time left until `expiresAt` as 'h:mm:ss'; null after the end. */
function leftUntil(expiresAt: string, now: number): string | null {
  const seconds = Math.floor((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
}
