import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { downloadStreamed } from '../../lib/download.ts';
import { ResubmitButton } from '../../ui/resubmit-button.tsx';
import { notify } from '../../ui/toast-store.ts';
import classes from './details.module.css';
import { texts } from './texts.ts';
import { useCertificateDownload, useReceiptDownload, useRemoveRegistration } from './use-actions.ts';

const t = texts.actions;

interface DetailsFooterProps {
  readonly registration: Registration;
  readonly onClose: () => void;
  readonly onPay: (registration: Registration) => void;
}

/** Everything that can be done with the registration in its present state. */
export function DetailsFooter({ registration, onClose, onPay }: DetailsFooterProps) {
  const certificate = useCertificateDownload();
  const receipt = useReceiptDownload();
  const paid = registration.paymentPaidAt !== null;
  return (
    <div className={classes.footer}>
      <div className={classes.footerSide}>
        {registration.canEdit && !paid && <RemoveButton registration={registration} onClose={onClose} />}
        {registration.sha256 !== null && <ZipButton registration={registration} />}
        {paid && (
          <Button variant="default" loading={receipt.isPending} onClick={() => receipt.mutate(registration)}>
            {t.receipt}
          </Button>
        )}
      </div>
      <div className={classes.footerSide}>
        {registration.canEdit && (
          <Button component={Link} variant="default" to={`/register?id=${registration.id}&step=basic`}>
            {paid ? t.edit : t.continue}
          </Button>
        )}
        {registration.canPay && <Button onClick={() => onPay(registration)}>{t.pay}</Button>}
        {registration.canResubmit && <ResubmitButton registration={registration} />}
        {registration.status === 'certificate_issued' && (
          <Button
            leftSection={<IconDownload size={17} aria-hidden />}
            loading={certificate.isPending}
            onClick={() => certificate.mutate(registration)}
          >
            {t.download}
          </Button>
        )}
      </div>
    </div>
  );
}

function ZipButton({ registration }: { registration: Registration }) {
  const start = () => {
    downloadStreamed(
      `/api/registrations/${registration.id}/download`,
      registration.fileName ?? 'arquivo.zip',
    );
    notify.success(texts.certificate.started);
  };
  return (
    <Button variant="default" onClick={start}>
      {t.zip}
    </Button>
  );
}

/** Asks once more in place: what is deleted is gone. */
function RemoveButton({ registration, onClose }: { registration: Registration; onClose: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveRegistration();
  if (!asking) {
    return (
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t.remove}
      </Button>
    );
  }
  return (
    <div className={classes.confirm} role="alert">
      <p>{t.removeAsk}</p>
      <Button variant="default" size="sm" onClick={() => setAsking(false)}>
        {t.cancel}
      </Button>
      <Button
        color="red"
        size="sm"
        loading={remove.isPending}
        onClick={() => remove.mutate(registration, { onSuccess: onClose })}
      >
        {t.removeConfirm}
      </Button>
    </div>
  );
}
