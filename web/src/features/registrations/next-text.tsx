import type { Registration } from '@g2/gateway/contract/registrations';
import { Link } from 'react-router';
import { awaitedText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { useOpenVoucher } from '../../shared/payment/vouchers.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { nextOf } from './next.ts';
import { texts } from './texts.ts';

/** The registration's next step; with an open Pix or boleto, that fact and the code. */
export function NextText({
  registration,
  className,
}: {
  registration: Registration;
  className: string | undefined;
}) {
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration) && registration.canEdit;
  if (uploading) return <p className={className}>{texts.details.nextBy.uploading}</p>;
  return (
    <>
      <p className={className}>{voucher === null ? nextOf(registration) : `${awaitedText(voucher)}.`}</p>
      {registration.fileTaken && (
        <Link className="g2-link g2-link-alone" to="/help">
          {fileTakenTexts.contact}
        </Link>
      )}
      {voucher !== null && <VoucherLine voucher={voucher} />}
    </>
  );
}
