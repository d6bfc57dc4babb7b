import type { Registration, RegistrationDocument } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCertificateDownload } from '../../shared/certificate/download.ts';
import { useOpenVoucher } from '../../shared/payment/api.ts';
import { texts as payment } from '../../shared/payment/pay/texts.ts';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { texts } from './texts.ts';
import { editPath, isUnpaid, type RegistrationActions } from './use-actions.ts';

const t = texts.actions;

interface ActionProps extends Pick<ButtonProps, 'size'> {
  readonly registration: Registration;
}

/** Opens the payment, or the Pix or boleto that is already open. */
export function PayButton({ registration, size = 'sm', onPay }: ActionProps & Pick<EntryProps, 'onPay'>) {
  const voucher = useOpenVoucher(registration);
  return (
    <Button size={size} onClick={() => onPay(registration)}>
      {voucher === null ? t.pay : payment.voucher.show[voucher.method]}
    </Button>
  );
}

export function UploadButton({ registration, uploading, size = 'sm' }: ActionProps & { uploading: boolean }) {
  return (
    <Button size={size} component={Link} to={editPath(registration.id, 'upload')}>
      {uploading ? t.upload : t.continue}
    </Button>
  );
}

/** @param first the button receives the initial focus */
export function CertificateButton({ registration, size = 'sm', first }: ActionProps & { first?: boolean }) {
  const download = useCertificateDownload();
  if (registration.status !== 'certificate_issued' || registration.closure !== null) return null;
  return (
    <Button
      size={size}
      data-autofocus={first || undefined}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(registration)}
    >
      {t.download}
    </Button>
  );
}

/** "Correct" first, "resubmit" once something has changed. @param nextOnly only the first of them */
export function CorrectionActions({
  registration,
  nextOnly = false,
  size = 'sm',
}: ActionProps & { nextOnly?: boolean }) {
  const { id, changedSinceCorrection: changed } = registration;
  const correct = (
    <Button
      key="correct"
      size={size}
      variant={changed ? 'default' : 'filled'}
      component={Link}
      to={editPath(id)}
    >
      {t.edit}
    </Button>
  );
  const resubmit = (
    <ResubmitButton
      key="resubmit"
      size={size}
      variant={changed ? 'filled' : 'default'}
      registration={registration}
    />
  );
  const [next, other] = changed ? [resubmit, correct] : [correct, resubmit];
  return nextOnly ? next : [next, other];
}

/** Props of an entry in a list of registrations. */
export type EntryProps = Pick<RegistrationActions, 'onPay' | 'onDetails'> & {
  readonly registration: Registration;
};

/** Buttons of a registration in a list: its details, and the next step unless the staff handle it. */
export function RowActions({ registration, onPay, onDetails }: EntryProps) {
  return (
    <>
      <Button size="sm" variant="default" onClick={() => onDetails(registration)}>
        {t.details}
      </Button>
      <NextAction registration={registration} onPay={onPay} />
    </>
  );
}

function NextAction({ registration, onPay }: Pick<EntryProps, 'registration' | 'onPay'>) {
  const uploading = useUploading(registration);
  if (registration.closure !== null) return null;
  if (registration.status === 'certificate_issued') return <CertificateButton registration={registration} />;
  if (registration.canPay && !uploading) return <PayButton registration={registration} onPay={onPay} />;
  // Just paid, but still in the cached list; the next refetch removes it.
  if (registration.status !== 'submitted') return null;
  if (registration.paymentPaidAt !== null) return <CorrectionActions registration={registration} nextOnly />;
  return <UploadButton registration={registration} uploading={uploading} />;
}

/** Whether the owner has anything to do or download; false while the staff handle the registration. */
export const hasActions = ({ canEdit, status, closure }: Registration): boolean =>
  closure === null && (canEdit || status === 'certificate_issued');

export interface AllActionsProps extends Pick<RegistrationActions, 'onPay' | 'onRemove'> {
  readonly registration: Registration;
  /** The button of this document receives the initial focus. */
  readonly document?: RegistrationDocument | undefined;
}

/** Actions of a registration, the next step first; deletion only while nothing is paid. */
export function AllActions({ registration, document, onPay, onRemove }: AllActionsProps) {
  const { canEdit, canPay } = registration;
  const unpaid = isUnpaid(registration);
  const uploading = useUploading(registration);
  return (
    <>
      <div className="g2-row phone:flex-[1_1_100%] phone:*:flex-auto">
        {unpaid && (!canPay || uploading) && (
          <UploadButton registration={registration} uploading={uploading} size="md" />
        )}
        {canPay && !uploading && <PayButton registration={registration} size="md" onPay={onPay} />}
        {canEdit && !unpaid && <CorrectionActions registration={registration} size="md" />}
        <CertificateButton registration={registration} size="md" first={document === 'certificado'} />
        {unpaid && (
          <Button component={Link} variant="default" to={editPath(registration.id)}>
            {t.change}
          </Button>
        )}
      </div>
      {unpaid && (
        <Button
          variant="subtle"
          color="red"
          className="phone:flex-auto"
          onClick={() => onRemove(registration)}
        >
          {t.remove}
        </Button>
      )}
    </>
  );
}
