import { payableUntil } from '@g2/gateway/contract/bank-days';
import { formatBoleto } from '@g2/gateway/contract/payers';
import { IconFileText } from '@tabler/icons-react';
import clsx from 'clsx';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { WaitingVoucher } from './api.ts';
import { texts } from './pay/texts.ts';

const t = texts.voucher;

/** Text for an unpaid Pix or boleto, with its deadline. */
export function openVoucherText({ method, expiresAt }: WaitingVoucher): string {
  if (method === 'pix') return expiresAt === null ? t.openPix : t.openPixUntil(formatDateTime(expiresAt));
  if (expiresAt === null) return t.openBoleto;
  // The payment of an overdue boleto may still arrive: banks confirm it later.
  const { isOver } = payableUntil(new Date(expiresAt), new Date());
  return isOver ? t.boletoOverdue(formatDate(expiresAt)) : t.openBoletoUntil(formatDate(expiresAt));
}

/** The code of an unpaid Pix or boleto with a copy button, and a link to the boleto's PDF. */
export function VoucherLine({ voucher: { method, code, pdf } }: { voucher: WaitingVoucher }) {
  return (
    <div className="g2-row gap-y-1 gap-x-3 min-w-0">
      {code !== null && (
        <>
          {/* The code of a Pix is only copied, not read, so it is truncated. */}
          <code
            className={clsx(
              'g2-mono min-w-0 text-xs',
              method === 'pix' ? 'g2-clip max-w-[24ch]' : 'wrap-anywhere',
            )}
          >
            {method === 'boleto' ? formatBoleto(code) : code}
          </code>
          <CopyButton value={code} label={t.code[method]} />
        </>
      )}
      {pdf !== null && (
        <a
          href={pdf}
          target="_blank"
          rel="noreferrer"
          className="g2-inline min-h-6 text-accent text-xs font-semibold no-underline hover:underline"
        >
          <IconFileText size={15} aria-hidden />
          {t.pdf}
        </a>
      )}
    </div>
  );
}
