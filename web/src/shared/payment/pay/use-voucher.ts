import type { Voucher } from '@g2/gateway/contract/payers';
import { useEffect, useRef, useState } from 'react';
import { syncPayment } from '../api.ts';

/** Where a code that the payer was shown stands. */
export type VoucherState = 'waiting' | 'expired' | 'paid';
/** What the last "Já paguei" came to. */
export type Check = 'none' | 'checking' | 'not-yet' | 'failed';

/** A Pix is paid in seconds, a boleto in days: how often the server is asked while somebody looks, ms. */
const ASK_MS = { pix: 5_000, boleto: 30_000 } as const;

/**
 * Follows a code: the server is asked now and then while the page is in sight, and when the payer says so. The event of
 * the payment, which comes by itself, is `isPaid`.
 * @param onPaid runs once
 */
export function useVoucher(
  voucher: Voucher,
  paymentIntentId: string,
  isPaid: boolean,
  onPaid: () => void,
): { state: VoucherState; check: Check; ask: () => Promise<void> } {
  const [said, setSaid] = useState<VoucherState>('waiting');
  const [check, setCheck] = useState<Check>('none');
  const state = isPaid ? 'paid' : said;
  const done = useRef(onPaid);
  useEffect(() => {
    done.current = onPaid;
  }, [onPaid]);
  const isOver = state === 'paid';
  useEffect(() => {
    if (isOver) done.current();
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
  const listen = useRef(hear);
  useEffect(() => {
    listen.current = hear;
  });
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setInterval(() => {
      if (!document.hidden) void listen.current().catch(() => undefined);
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

/** What is left until then, as 'h:mm:ss'; null once it is over, or where no end is known. */
export function leftUntil(expiresAt: string | null, now: number): string | null {
  const seconds = expiresAt === null ? 0 : Math.floor((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
}

/** The time, anew every second, ms. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
