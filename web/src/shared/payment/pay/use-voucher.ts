import type { Voucher } from '@g2/gateway/contract/payers';
import { useEffect, useRef, useState } from 'react';
import { syncPayment } from '../api.ts';

/** State of the Pix or boleto shown to the payer. */
export type VoucherState = 'waiting' | 'expired' | 'paid';
/** Result of the last press of "Já paguei". */
export type Check = 'none' | 'checking' | 'not-yet' | 'failed';

/** Polling interval while the page is visible, ms: a Pix is paid within seconds, a boleto within days. */
const ASK_MS = { pix: 5_000, boleto: 30_000 } as const;

/**
 * Tracks a Pix or boleto: asks the server at intervals while the page is visible, and when the payer presses "Já
 * paguei". `isPaid` comes from the server's payment event.
 * @param onPaid called once
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

/** Time left until `expiresAt` as 'h:mm:ss'; null after the end or if the end is unknown. */
export function leftUntil(expiresAt: string | null, now: number): string | null {
  const seconds = expiresAt === null ? 0 : Math.floor((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
}

/** The current time, updated every second, ms. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
