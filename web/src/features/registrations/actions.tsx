import type { RegistrationDocument } from '@g2/gateway/contract/registration-terms';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCertificateDownload } from '../../shared/certificate/download.ts';
import { useOpenVoucher } from '../../shared/payment/api.ts';
import { texts as paymentTexts } from '../../shared/payment/pay/texts.ts';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { texts } from './texts.ts';
import { editPath, isUnpaid, type RegistrationActions } from './use-actions.ts';

const t = texts.actions;

interface ActionProps extends Pick<ButtonProps, 'size'> {
  readonly registration: Registration;
}

/** Button that starts a payment or, if one is open, shows its Pix or boleto. */
export function PayButton({
  registration,
  size = 'sm',
  onPay,
}: ActionProps & Pick<RegistrationEntryProps, 'onPay'>) {
  const voucher = useOpenVoucher(registration);
  return (
    <Button size={size} onClick={() => onPay(registration)}>
      {voucher === null ? t.pay : paymentTexts.voucher.show[voucher.method]}
    </Button>
  );
}

export function UploadButton({ registration, uploading, size = 'sm' }: ActionProps & { uploading: boolean }) {
  return (
    <Button size={size} component={Link} to={editPath(registration.id, 'upload')}>
      {uploading ? t.showUpload : t.continue}
    </Button>
  );
}

/** Button that downloads the certificate. @param hasInitialFocus whether the button receives the initial focus */
export function CertificateButton({
  registration,
  size = 'sm',
  hasInitialFocus,
}: ActionProps & { hasInitialFocus?: boolean }) {
  const download = useCertificateDownload();
  if (registration.status !== 'certificate_issued' || registration.closure !== null) return null;
  return (
    <Button
      size={size}
      data-autofocus={hasInitialFocus || undefined}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(registration)}
    >
      {t.download}
    </Button>
  );
}

/** Buttons to correct and to resubmit; the latter is first once the data has changed. @param nextOnly only the first */
export function CorrectionActions({
  registration,
  nextOnly = false,
  size = 'sm',
}: ActionProps & { nextOnly?: boolean }) {
  const { id, changedSinceCorrection: hasChanges } = registration;
  const correctButton = (
    <Button
      key="correct"
      size={size}
      variant={hasChanges ? 'default' : 'filled'}
      component={Link}
      to={editPath(id)}
    >
      {t.correct}
    </Button>
  );
  const resubmitButton = (
    <ResubmitButton
      key="resubmit"
      size={size}
      variant={hasChanges ? 'filled' : 'default'}
      registration={registration}
    />
  );
  const [nextButton, otherButton] = hasChanges
    ? [resubmitButton, correctButton]
    : [correctButton, resubmitButton];
  return nextOnly ? nextButton : [nextButton, otherButton];
}

/** Props of a registration in a list. */
export type RegistrationEntryProps = Pick<RegistrationActions, 'onPay' | 'onDetails'> & {
  readonly registration: Registration;
};

/** Buttons of a registration in a list: its details, and its next step unless that is up to the staff. */
export function EntryActions({ registration, onPay, onDetails }: RegistrationEntryProps) {
  return (
    <>
      <Button size="sm" variant="default" onClick={() => onDetails(registration)}>
        {t.details}
      </Button>
      <NextAction registration={registration} onPay={onPay} />
    </>
  );
}

function NextAction({ registration, onPay }: Pick<RegistrationEntryProps, 'registration' | 'onPay'>) {
  const uploading = useUploading(registration);
  if (registration.closure !== null) return null;
  if (registration.status === 'certificate_issued') return <CertificateButton registration={registration} />;
  if (registration.canPay && !uploading) return <PayButton registration={registration} onPay={onPay} />;
  // The registration was just paid; the next refetch removes it from the list.
  if (registration.status !== 'submitted') return null;
  if (registration.paymentPaidAt !== null) return <CorrectionActions registration={registration} nextOnly />;
  return <UploadButton registration={registration} uploading={uploading} />;
}

/** Whether the owner can act on or download something; false while the registration is up to the staff. */
export const hasActions = ({ canEdit, status, closure }: Registration): boolean =>
  closure === null && (canEdit || status === 'certificate_issued');

export interface AllActionsProps extends Pick<RegistrationActions, 'onPay' | 'onRemove'> {
  readonly registration: Registration;
  /** The document whose button receives the initial focus. */
  readonly document?: RegistrationDocument | undefined;
}

/** All actions of a registration, the next step first; deletion only if it was never paid. */
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
        <CertificateButton
          registration={registration}
          size="md"
          hasInitialFocus={document === 'certificado'}
        />
        {unpaid && (
          <Button component={Link} variant="default" to={editPath(registration.id)}>
            {t.editData}
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
