import { payableUntil } from '@g2/gateway/contract/bank-days';
import { formatBoleto, type Voucher } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconClockX, IconCopy, IconExternalLink, IconFileText } from '@tabler/icons-react';
import { useNow } from '../../../lib/use-now.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { PaymentStateView } from '../card/payment-state.tsx';
import classes from './pay.module.css';
import { texts } from './texts.ts';
import { type Check, leftUntil, useSeconds, useVoucher } from './use-voucher.ts';

const t = texts.voucher;

interface VoucherViewProps {
  readonly intent: PaymentIntentAnswer & { readonly voucher: Voucher };
  /** True with the payment simulator: shows how to pay the code. */
  readonly isDemo: boolean;
  readonly isPaid: boolean;
  readonly onPaid: () => void;
  readonly onContinue: () => void;
  /** Requests a new code after the old one has expired. */
  readonly onAgain: () => void;
  /** Leaves the code open, to be paid later. */
  readonly onLater: () => void;
}

/** A Pix or boleto that waits for payment, and its result. */
export function VoucherView(props: VoucherViewProps) {
  const { intent, isPaid, onPaid, onContinue, onAgain, onLater } = props;
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
  if (state === 'expired') return <Expired voucher={voucher} onAgain={onAgain} />;
  return (
    <section className={classes.voucher} aria-label={t.waiting[voucher.method]}>
      <p className={classes.title}>{t.waiting[voucher.method]}</p>
      <p className={classes.note}>{t.steps[voucher.method]}</p>
      {voucher.method === 'pix' && <QrCode text={voucher.code} label={t.qr} />}
      <Code name={t.code[voucher.method]} code={voucher.code} />
      <Until voucher={voucher} />
      <Links voucher={voucher} />
      {props.isDemo && <p className={classes.demo}>{t.demo}</p>}
      <CheckLine check={check} voucher={voucher} />
      <div className="g2-answers">
        <Button variant="default" onClick={onLater}>
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

function Until({ voucher: { method, expiresAt } }: { voucher: Voucher }) {
  if (method !== 'boleto') return <Countdown expiresAt={expiresAt} />;
  return expiresAt === null ? null : <Payable due={expiresAt} />;
}

/** A boleto that is due on a day without banking can be paid until the next banking day. */
function Payable({ due }: { due: string }) {
  const now = useNow();
  return <p className={classes.until}>{t.until(payableUntil(new Date(due), new Date(now)))}</p>;
}

function Countdown({ expiresAt }: { expiresAt: string | null }) {
  const left = leftUntil(expiresAt, useSeconds());
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

function CheckLine({ check, voucher }: { check: Check; voucher: Voucher }) {
  const text = { 'not-yet': t.notYet[voucher.method], failed: t.checkFailed, checking: '', none: '' }[check];
  return (
    <p className={classes.check} role="status">
      {text}
    </p>
  );
}

function Expired({ voucher, onAgain }: { voucher: Voucher; onAgain: () => void }) {
  return (
    <div className={classes.expired} role="alert">
      <IconClockX size={44} stroke={1.5} aria-hidden />
      <p className={classes.title}>{t.expired[voucher.method]}</p>
      <p className={classes.note}>{t.expiredNote}</p>
      <Button onClick={onAgain}>{t.again}</Button>
    </div>
  );
}
