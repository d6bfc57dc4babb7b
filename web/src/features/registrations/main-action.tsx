import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatCents } from '../../lib/format.ts';
import { texts as payment } from '../../shared/payment/pay/texts.ts';
import { awaitedText } from '../../shared/payment/voucher-line.tsx';
import { type Awaited, useOpenVoucher } from '../../shared/payment/vouchers.ts';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { CertificateButton } from './certificate-button.tsx';
import { CorrectionActions } from './correction-actions.tsx';
import { texts } from './texts.ts';
import { correctionOf, editPath, type RegistrationActions } from './use-actions.ts';

/** What the registration waits for, in a few words, with its open Pix or boleto, if any. */
export function useWait(registration: Registration): {
  readonly text: string;
  readonly voucher: Awaited | null;
} {
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  if (uploading && registration.canEdit) return { voucher: null, text: texts.priority.uploading };
  return { voucher, text: voucher === null ? waitOf(registration) : awaitedText(voucher) };
}

function waitOf(registration: Registration): string {
  const t = texts.priority;
  if (registration.closure !== null) return closed.short(registration.closure);
  const correction = correctionOf(registration, texts.card.defaultCorrection);
  if (correction !== null) return correction;
  if (registration.status === 'certificate_issued') return t.ready;
  if (registration.status !== 'submitted') return t.moved;
  if (registration.fileTaken) return fileTakenTexts.short;
  return registration.canPay ? t.toPay(formatCents(registration.paymentAmount)) : t.toUpload;
}

/** Button for the registration's next step; nothing while the staff handle it. */
export function MainAction({
  registration,
  onPay,
}: Pick<RegistrationActions, 'onPay'> & { registration: Registration }) {
  const t = texts.actions;
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  if (registration.closure !== null) return null;
  if (registration.status === 'certificate_issued') return <CertificateButton registration={registration} />;
  if (registration.canPay && !uploading) {
    return (
      <Button size="sm" onClick={() => onPay(registration)}>
        {voucher === null ? t.pay : payment.voucher.show[voucher.method]}
      </Button>
    );
  }
  // Just paid, but still in the cached list; the next refetch removes it.
  if (registration.status !== 'submitted') return null;
  if (registration.paymentPaidAt !== null) return <CorrectionActions registration={registration} nextOnly />;
  return (
    <Button size="sm" component={Link} to={editPath(registration.id, 'upload')}>
      {uploading ? t.upload : t.continue}
    </Button>
  );
}
