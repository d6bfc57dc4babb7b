import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Title } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { HashBlock } from '../../ui/hash-line.tsx';
import page from '../../ui/page.module.css';
import { useDocumentTitle } from '../../ui/page.tsx';
import { ResubmitButton } from '../../ui/resubmit-button.tsx';
import completeCss from './complete.module.css';
import { useArrival } from './step-heading.tsx';
import { texts } from './texts.ts';

const t = texts.complete;

/** The end of the wizard; for a corrected, already paid registration the way back to the staff. */
export function CompleteView({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  const paid = registration.paymentPaidAt !== null;
  const title = paid ? t.paidTitle : t.title;
  useDocumentTitle(title);
  useArrival();
  return (
    <div className={completeCss.frame}>
      <div className={completeCss.head}>
        <span className={page.emblem}>
          <IconRosetteDiscountCheck size={36} stroke={1.5} aria-hidden />
        </span>
        <Title order={1}>{title}</Title>
        <p>{paid ? t.paidText : t.text}</p>
      </div>
      <section className={page.panel} aria-label={registration.title}>
        <p className={completeCss.name}>{registration.title}</p>
        {registration.sha256 !== null && <HashBlock hash={registration.sha256} />}
        {!paid && <NextSteps />}
        <div className={completeCss.actions}>
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
          <Button component={Link} to="/register" variant="subtle">
            {t.another}
          </Button>
        </div>
      </section>
    </div>
  );
}

function NextSteps() {
  return (
    <>
      <h2 className={completeCss.nextTitle}>{t.nextTitle}</h2>
      <ol className={completeCss.next}>
        {t.next.map((step) => (
          <li key={step.title}>
            <strong>{step.title}</strong>
            <span>{step.text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
