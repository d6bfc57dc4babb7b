import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ResubmitButton } from '../../ui/resubmit-button.tsx';
import { editPath, isUnpaid, type RegistrationActions } from './actions.ts';
import { CertificateButton } from './certificate-button.tsx';
import classes from './details.module.css';
import { texts } from './texts.ts';

const t = texts.actions;

interface DetailsFooterProps extends Pick<RegistrationActions, 'onPay' | 'onRemove'> {
  readonly registration: Registration;
}

/**
 * What moves the registration on, always in sight; nothing while it is in the staff's hands. The main action stands on
 * the left: a toast at the right would lie over it.
 */
export function DetailsFooter({ registration, onPay, onRemove }: DetailsFooterProps) {
  const { canEdit, canPay, status, paymentPaidAt } = registration;
  if (!canEdit && status !== 'certificate_issued') return null;
  const paid = paymentPaidAt !== null;
  return (
    <div className={classes.footer}>
      <div className={classes.footerMain}>
        {canEdit && !paid && !canPay && (
          <Button component={Link} to={editPath(registration.id, 'upload')}>
            {t.continue}
          </Button>
        )}
        {canPay && <Button onClick={() => onPay(registration)}>{t.pay}</Button>}
        {canEdit && paid && <ResubmitButton registration={registration} />}
        <CertificateButton registration={registration} size="md" />
        {canEdit && (
          <Button component={Link} variant="default" to={editPath(registration.id)}>
            {paid ? t.edit : t.change}
          </Button>
        )}
      </div>
      {isUnpaid(registration) && (
        <Button variant="subtle" color="red" onClick={() => onRemove(registration)}>
          {t.remove}
        </Button>
      )}
    </div>
  );
}
