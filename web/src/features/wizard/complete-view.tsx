import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { MessagePage } from '../../ui/page.tsx';
import { ResubmitButton } from '../../ui/resubmit-button.tsx';
import { texts } from './texts.ts';

const t = texts.complete;

/** The end of the wizard; for a corrected, already paid registration the way back to the staff. */
export function CompleteView({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  const paid = registration.paymentPaidAt !== null;
  return (
    <MessagePage
      icon={<IconRosetteDiscountCheck size={36} stroke={1.5} aria-hidden />}
      title={paid ? t.paidTitle : t.title}
      text={paid ? t.paidText : t.text}
      actions={
        <>
          {registration.canPay && (
            <Button component={Link} to={`/dashboard?pay=${registration.id}`}>
              {t.pay}
            </Button>
          )}
          {registration.canResubmit && (
            <ResubmitButton registration={registration} onDone={() => void navigate('/dashboard')} />
          )}
          <Button component={Link} to="/dashboard" variant="default">
            {t.dashboard}
          </Button>
          <Button component={Link} to="/register" variant="default">
            {t.another}
          </Button>
        </>
      }
    />
  );
}
