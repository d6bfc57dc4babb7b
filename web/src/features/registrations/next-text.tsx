import type { Registration } from '@g2/gateway/contract/registrations';
import { awaitedText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { useOpenVoucher } from '../../shared/payment/vouchers.ts';
import { nextOf } from './next.ts';

/** What comes next for a registration; of an open code, that and the code itself. */
export function NextText({
  registration,
  className,
}: {
  registration: Registration;
  className: string | undefined;
}) {
  const voucher = useOpenVoucher(registration);
  return (
    <>
      <p className={className}>{voucher === null ? nextOf(registration) : `${awaitedText(voucher)}.`}</p>
      {voucher !== null && <VoucherLine voucher={voucher} />}
    </>
  );
}
