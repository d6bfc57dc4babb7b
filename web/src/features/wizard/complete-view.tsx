import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Title } from '@mantine/core';
import { IconRosetteDiscountCheck, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { formatCents } from '../../lib/format.ts';
import { holdersQuery, recordPath } from '../../shared/registration/api.ts';
import { holdersQuestion } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { SinceEarlier } from '../../shared/versions/since-earlier.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import page from '../../ui/page.module.css';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import completeCss from './complete.module.css';
import { CorrectionBanner } from './corrections.tsx';
import { PaymentDialogContext } from './payment-dialog.ts';
import { useArrival } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.complete;

/** What is left to do: to pay, to send the corrections, or nothing, once it was paid here. */
type Standing = 'unpaid' | 'corrected' | 'received';

/** The end of the wizard: all of it to be looked over, and paid; or for a corrected, already paid registration sent again. */
export function CompleteView({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  const [wasPaid] = useState(registration.paymentPaidAt !== null);
  const standing = wasPaid ? 'corrected' : registration.paymentPaidAt === null ? 'unpaid' : 'received';
  useArrival();
  return (
    <div className={completeCss.frame} data-focus-home tabIndex={-1}>
      <Head registration={registration} standing={standing} />
      {registration.canResubmit && <CorrectionBanner registration={registration} />}
      <section className="g2-panel g2-edge" aria-label={registration.title}>
        <h2 className={completeCss.name}>{registration.title}</h2>
        {registration.sha256 !== null && (
          <FileHashes sha256={registration.sha256} sha512={registration.sha512} />
        )}
        {registration.canEdit && <Review registration={registration} />}
        <SinceEarlier registration={registration} />
        {standing !== 'corrected' && (
          <NextSteps registration={registration} from={standing === 'received' ? 1 : 0} />
        )}
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

function Head({ registration, standing }: { registration: Registration; standing: Standing }) {
  const words = {
    unpaid: { title: t.title(formatCents(registration.paymentAmount)), text: t.text },
    corrected: { title: t.paidTitle, text: t.paidText },
    received: { title: t.receivedTitle, text: t.receivedText },
  }[standing];
  useDocumentTitle(words.title);
  const Icon = standing === 'unpaid' ? IconWallet : IconRosetteDiscountCheck;
  return (
    <div className={completeCss.head}>
      <span className={page.emblem}>
        <Icon size={35} stroke={1.5} aria-hidden />
      </span>
      <Title order={1}>{words.title}</Title>
      <p>{words.text}</p>
      {standing !== 'corrected' && <Pay registration={registration} received={standing === 'received'} />}
    </div>
  );
}

/** Pays here. The dialog stays while it says how the payment went, though there is nothing to pay any more. */
function Pay({ registration, received }: { registration: Registration; received: boolean }) {
  const Payment = use(PaymentDialogContext);
  const [paying, setPaying] = useState(false);
  const onward = useFocusAfter<HTMLAnchorElement>(paying, received);
  return (
    <>
      {received && (
        <Button ref={onward} component={Link} to={recordPath(registration.id)} size="lg">
          {t.record}
        </Button>
      )}
      {registration.canPay && (
        <Button size="lg" onClick={() => setPaying(true)}>
          {t.pay}
        </Button>
      )}
      <Payment registration={paying ? registration : null} onClose={() => setPaying(false)} />
    </>
  );
}

/** All that was said, to be looked over; and what the certificate would show oddly, for whoever comes past that question. */
function Review({ registration }: { registration: Registration }) {
  const { data } = useQuery(holdersQuery(registration.id));
  if (data === undefined) return null;
  const question = holdersQuestion(registration, data.items);
  return (
    <>
      {question !== null && (
        <div className={classes.failed}>
          <HoldersReasons question={question} />
          <Link to={stepPath('holders', registration.id)} className="g2-link">
            {t.reviewHolders}
          </Link>
        </div>
      )}
      <Summary registration={registration} holders={data.items} isReview />
    </>
  );
}

/** @param from how many are done */
function NextSteps({ registration, from }: { registration: Registration; from: number }) {
  return (
    <>
      <h2 className={completeCss.nextTitle}>{t.nextTitle}</h2>
      <ol className={completeCss.next}>
        {t
          .next(formatCents(registration.paymentAmount))
          .slice(from)
          .map((step) => (
            <li key={step.title}>
              <strong>{step.title}</strong>
              <span>{step.text}</span>
            </li>
          ))}
      </ol>
    </>
  );
}
