import type { Registration } from '@g2/gateway/contract/registrations';
import { Link } from 'react-router';
import { formatCents } from '../../lib/format.ts';
import { useOpenVoucher } from '../../shared/payment/api.ts';
import { awaitedText, VoucherLine } from '../../shared/payment/voucher-line.tsx';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { texts } from './texts.ts';
import { correctionOf } from './use-actions.ts';

/** The registration's next step; with an open Pix or boleto, that fact and the code. */
export function NextText({ registration, className }: { registration: Registration; className: string }) {
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
  if (correctionOf(registration) !== null) return t.sentBack;
  if (registration.fileTaken) return fileTakenTexts.owner;
  return registration.canPay ? t.payable(formatCents(registration.paymentAmount)) : t.unfinished;
}

/** What the registration waits for, in a few words, with its open Pix or boleto, if any. */
export function useWait(registration: Registration) {
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  if (uploading && registration.canEdit) return { voucher: null, text: texts.priority.uploading };
  return { voucher, text: voucher === null ? waitOf(registration) : awaitedText(voucher) };
}

function waitOf(registration: Registration): string {
  const t = texts.priority;
  if (registration.closure !== null) return closed.short(registration.closure);
  const correction = correctionOf(registration);
  if (correction !== null) return correction;
  if (registration.status === 'certificate_issued') return t.ready;
  if (registration.status !== 'submitted') return t.moved;
  if (registration.fileTaken) return fileTakenTexts.short;
  return registration.canPay ? t.toPay(formatCents(registration.paymentAmount)) : t.toUpload;
}
