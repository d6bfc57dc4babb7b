import { payableUntil } from '@g2/gateway/contract/bank-days';
import { formatBoleto } from '@g2/gateway/contract/payers';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconFileText } from '@tabler/icons-react';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { texts as ui } from '../../ui/texts.ts';
import type { WaitingVoucher } from './api.ts';
import { texts } from './pay/texts.ts';
import classes from './voucher-line.module.css';

const t = texts.voucher;

/** Text for an unpaid Pix or boleto with its deadline. A boleto's payment may still arrive after the due date. */
export function awaitedText({ method, expiresAt }: WaitingVoucher): string {
  if (method === 'pix') return expiresAt === null ? t.openPix : t.openPixUntil(formatDateTime(expiresAt));
  if (expiresAt === null) return t.openBoleto;
  const { isOver } = payableUntil(new Date(expiresAt), new Date());
  return isOver ? t.overdue(formatDate(expiresAt)) : t.openUntil(formatDate(expiresAt));
}

/** The code to copy and the boleto's PDF, so that the payer need not open the payment form. */
export function VoucherLine({ voucher: { method, code, pdf } }: { voucher: WaitingVoucher }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const name = t.code[method];
  return (
    <div className={classes.line}>
      {code !== null && (
        <>
          <code className={classes.code} data-method={method}>
            {method === 'boleto' ? formatBoleto(code) : code}
          </code>
          <button
            type="button"
            className={classes.act}
            onClick={() => copy(code)}
            aria-label={ui.copyOf(name)}
          >
            {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
          </button>
        </>
      )}
      {pdf !== null && (
        <a href={pdf} target="_blank" rel="noreferrer" className={classes.act}>
          <IconFileText size={15} aria-hidden />
          {t.pdf}
        </a>
      )}
    </div>
  );
}
