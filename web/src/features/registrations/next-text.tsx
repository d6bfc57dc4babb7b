import type { Registration } from '@g2/gateway/contract/registrations';
import { Link } from 'react-router';
import { formatCents } from '../../lib/format.ts';
import { awaitedText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { useOpenVoucher } from '../../shared/payment/vouchers.ts';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { texts } from './texts.ts';
import { correctionOf } from './use-actions.ts';

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

/** The registration's next step as a text, including who has to act. */
function nextOf(registration: Registration): string {
  const t = texts.details.nextBy;
  if (registration.closure !== null) return closed.owner(registration.closure);
  if (registration.status !== 'submitted') return t[registration.status];
  if (correctionOf(registration, '') !== null) return t.sentBack;
  if (registration.fileTaken) return fileTakenTexts.owner;
  return registration.canPay ? t.payable(formatCents(registration.paymentAmount)) : t.unfinished;
}
