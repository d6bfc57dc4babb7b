import type { Registration } from '@g2/gateway/contract/registrations';
import { Link } from 'react-router';
import { formatCents } from '../../lib/format.ts';
import { useOpenVoucher } from '../../shared/payment/api.ts';
import { openVoucherText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { texts as closureTexts } from '../../shared/registration/closure-texts.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { refundFailedTexts } from '../../shared/registration/refund-failed.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { texts } from './texts.ts';
import { requestedCorrection } from './use-actions.ts';

/** The next step of a registration as text. Says if a Pix or boleto is open, with its code, or if a refund failed. */
export function NextStepText({ registration, className }: { registration: Registration; className: string }) {
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration) && registration.canEdit;
  if (uploading) return <p className={className}>{texts.details.nextSteps.uploading}</p>;
  return (
    <>
      <p className={className}>
        {voucher === null ? nextStepText(registration) : `${openVoucherText(voucher)}.`}
      </p>
      {registration.refundFailed && (
        <p className="m-0 mt-2 max-w-[75ch] text-sm">{refundFailedTexts.owner}</p>
      )}
      {registration.fileTaken && (
        <Link className="g2-link g2-link-alone" to="/help">
          {fileTakenTexts.contact}
        </Link>
      )}
      {voucher !== null && <VoucherLine voucher={voucher} />}
    </>
  );
}

/** Text that says what happens next, and who has to act. */
function nextStepText(registration: Registration): string {
  const t = texts.details.nextSteps;
  const { closure, refundFailed } = registration;
  if (closure !== null) return refundFailed ? closureTexts.ownerWithoutReturn : closureTexts.owner(closure);
  if (registration.status !== 'submitted') return t[registration.status];
  if (requestedCorrection(registration) !== null) return t.correctionRequested;
  if (registration.fileTaken) return fileTakenTexts.owner;
  return registration.canPay ? t.payable(formatCents(registration.paymentAmount)) : t.unfinished;
}

/** Short text with what the registration waits for, and its open Pix or boleto, or null. */
export function useWaitingReason(registration: Registration) {
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  if (uploading && registration.canEdit) return { voucher: null, text: texts.priority.uploading };
  return { voucher, text: voucher === null ? waitingText(registration) : openVoucherText(voucher) };
}

function waitingText(registration: Registration): string {
  const t = texts.priority;
  if (registration.closure !== null) return closureTexts.short(registration.closure);
  const correction = requestedCorrection(registration);
  if (correction !== null) return correction;
  if (registration.status === 'certificate_issued') return t.certificateReady;
  if (registration.status !== 'submitted') return t.withStaff;
  if (registration.fileTaken) return fileTakenTexts.short;
  return registration.canPay ? t.toPay(formatCents(registration.paymentAmount)) : t.toUpload;
}
