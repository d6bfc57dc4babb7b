import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Title } from '@mantine/core';
import { IconRosetteDiscountCheck, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { formatCents } from '../../lib/format.ts';
import { holdersQuery } from '../../shared/registration/api.ts';
import { holdersQuestion } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import page from '../../ui/page.module.css';
import completeCss from './complete.module.css';
import { useArrival } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.complete;

/** The end of the wizard: what is still to be paid, or for a corrected, already paid registration the way back to the staff. */
export function CompleteView({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  const paid = registration.paymentPaidAt !== null;
  const title = paid ? t.paidTitle : t.title(formatCents(registration.paymentAmount));
  useDocumentTitle(title);
  useArrival();
  return (
    <div className={completeCss.frame}>
      <div className={completeCss.head}>
        <span className={page.emblem}>
          {paid ? (
            <IconRosetteDiscountCheck size={36} stroke={1.5} aria-hidden />
          ) : (
            <IconWallet size={34} stroke={1.5} aria-hidden />
          )}
        </span>
        <Title order={1}>{title}</Title>
        <p>{paid ? t.paidText : t.text}</p>
        {registration.canPay && (
          <Button component={Link} to={`/dashboard?pay=${registration.id}`} size="lg">
            {t.pay}
          </Button>
        )}
      </div>
      <section className="g2-panel g2-edge" aria-label={registration.title}>
        <p className={completeCss.name}>{registration.title}</p>
        {registration.sha256 !== null && (
          <FileHashes sha256={registration.sha256} sha512={registration.sha512} />
        )}
        <Doubts registration={registration} />
        {!paid && <NextSteps />}
        <div className={completeCss.actions}>
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

/** What the certificate would show oddly, for whoever comes here past the question of the step before. */
function Doubts({ registration }: { registration: Registration }) {
  const { data } = useQuery(holdersQuery(registration.id));
  const question = holdersQuestion(registration, data?.items ?? []);
  if (question === null) return null;
  return (
    <div className={classes.failed}>
      <HoldersReasons question={question} />
      <Link to={stepPath('holders', registration.id)} className="g2-link">
        {t.reviewHolders}
      </Link>
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
