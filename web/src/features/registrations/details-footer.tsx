import type { Registration, RegistrationDocument } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { texts as payment } from '../../shared/payment/pay/texts.ts';
import { useOpenVoucher } from '../../shared/payment/vouchers.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { CertificateButton } from './certificate-button.tsx';
import { CorrectionActions } from './correction-actions.tsx';
import classes from './details.module.css';
import { texts } from './texts.ts';
import { editPath, isUnpaid, type RegistrationActions } from './use-actions.ts';

const t = texts.actions;

interface DetailsFooterProps extends Pick<RegistrationActions, 'onPay' | 'onRemove'> {
  readonly registration: Registration;
  readonly document?: RegistrationDocument | undefined;
}

/**
 * Always visible footer with the actions of a registration; nothing while the staff handle it. The main action is on
 * the left, because a toast on the right would cover it.
 */
export function DetailsFooter(props: DetailsFooterProps) {
  if (!asksAnything(props.registration)) return null;
  return (
    <div className={classes.footer}>
      <MovesOn {...props} />
    </div>
  );
}

/** Whether the owner has anything to do or download; false while the staff handle the registration. */
export const asksAnything = ({ canEdit, status, closure }: Registration): boolean =>
  closure === null && (canEdit || status === 'certificate_issued');

/** Actions of a registration, the next step first; deletion only while nothing is paid. */
export function MovesOn({ registration, document, onPay, onRemove }: DetailsFooterProps) {
  const { canEdit, canPay, paymentPaidAt } = registration;
  const paid = paymentPaidAt !== null;
  const voucher = useOpenVoucher(registration);
  const uploading = useUploading(registration);
  return (
    <>
      <div className={classes.footerMain}>
        {canEdit && !paid && (!canPay || uploading) && (
          <Button component={Link} to={editPath(registration.id, 'upload')}>
            {uploading ? t.upload : t.continue}
          </Button>
        )}
        {canPay && !uploading && (
          <Button onClick={() => onPay(registration)}>
            {voucher === null ? t.pay : payment.voucher.show[voucher.method]}
          </Button>
        )}
        {canEdit && paid && <CorrectionActions registration={registration} size="md" />}
        <CertificateButton registration={registration} size="md" first={document === 'certificado'} />
        {canEdit && !paid && (
          <Button component={Link} variant="default" to={editPath(registration.id)}>
            {t.change}
          </Button>
        )}
      </div>
      {isUnpaid(registration) && (
        <Button variant="subtle" color="red" onClick={() => onRemove(registration)}>
          {t.remove}
        </Button>
      )}
    </>
  );
}
