import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRosetteDiscountCheck, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, createContext, use, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { failedToLoad } from '../../lib/failures.ts';
import { BriefWarnings } from '../../shared/archive/warnings.tsx';
import { holdersQuery, recordPath } from '../../shared/registration/api.ts';
import { holdersQuestion, wasConfirmed } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { SinceEarlier } from '../../shared/versions/comparison.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import page from '../../ui/page.module.css';
import { RetryLine } from '../../ui/retry-line.tsx';
import { useFocusAfterClose } from '../../ui/use-focus-after-close.ts';
import completeCss from './complete.module.css';
import { CorrectionBanner } from './corrections.tsx';
import { useArrival } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.complete;

export interface PaymentProps {
  readonly registration: Registration;
  /** Whether a payment is being processed; the component must stay mounted and visible then. */
  readonly onBusy: (busy: boolean) => void;
  /** The payment ended, was postponed or cancelled, or could not be started. */
  readonly onClose: () => void;
}

/** Payment component of another feature, provided by the page that contains the wizard. */
export const PaymentContext = createContext<ComponentType<PaymentProps>>(() => null);

/** Last wizard view: the payment with a review beside it, or the resubmission of a corrected, paid registration. */
export function CompleteView({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  // What remains to do: pay, resubmit the corrections, or nothing because it was paid here.
  const [wasCorrecting] = useState(registration.canResubmit);
  const standing = wasCorrecting ? 'corrected' : registration.paymentPaidAt === null ? 'unpaid' : 'received';
  const [paying, setPaying] = useState(registration.canPay);
  const [busy, setBusy] = useState(false);
  const pays = paying || registration.canPay;
  // On a phone the payment comes first and the review is folded.
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // Receives the focus once the payment is finished.
  const onward = useFocusAfterClose<HTMLAnchorElement>(paying, standing === 'received');
  const { title, text } = t.heads[standing];
  useDocumentTitle(title);
  useArrival();
  const Icon = standing === 'unpaid' ? IconWallet : IconRosetteDiscountCheck;
  const { sha256, sha512 } = registration;
  const hashes = sha256 !== null && <FileHashes sha256={sha256} sha512={sha512} />;
  return (
    <div className={completeCss.frame} data-focus-home tabIndex={-1}>
      <div className={completeCss.head}>
        <span className={page.emblem}>
          <Icon size={35} stroke={1.5} aria-hidden />
        </span>
        <Title order={1}>{title}</Title>
        <p>{text}</p>
        {standing === 'received' && (
          <Button ref={onward} component={Link} to={recordPath(registration.id)} size="lg">
            {t.record}
          </Button>
        )}
      </div>
      {registration.canResubmit && <CorrectionBanner registration={registration} />}
      <div className={completeCss.columns}>
        {pays && (
          <PayHere
            registration={registration}
            isOpen={paying}
            onOpen={() => setPaying(true)}
            onClose={() => setPaying(false)}
            onBusy={setBusy}
          />
        )}
        <section className="g2-panel g2-edge" aria-label={texts.summary.heading} inert={busy}>
          <h2 className={completeCss.name}>{registration.title}</h2>
          <VersionMark registration={registration} />
          {standing === 'corrected' && <BriefWarnings registration={registration} />}
          {registration.canEdit ? (
            <details open={!(pays && narrow)}>
              <summary className={completeCss.fold}>{texts.summary.heading}</summary>
              {hashes}
              <Review registration={registration} asks={standing === 'corrected'} />
              <SinceEarlier registration={registration} />
            </details>
          ) : (
            hashes
          )}
        </section>
        {standing !== 'corrected' && <NextSteps from={standing === 'received' ? 1 : 0} />}
      </div>
      <div className={completeCss.actions} inert={busy}>
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
    </div>
  );
}

/** @param asks also show unconfirmed questions about the holders, because no payment will ask them */
function Review({ registration, asks }: { registration: Registration; asks: boolean }) {
  const query = useQuery(holdersQuery(registration.id));
  if (failedToLoad(query)) {
    const again = () => void query.refetch();
    return <RetryLine text={texts.holders.failed} busy={query.isFetching} onRetry={again} />;
  }
  if (query.data === undefined) return <Skeleton height={420} mt="lg" radius="md" />;
  const odd = holdersQuestion(registration, query.data.items);
  // A question that the user already confirmed is shown here; the payment does not ask it again.
  const question = odd !== null && (asks || wasConfirmed(registration.id, odd)) ? odd : null;
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
      <Summary registration={registration} holders={query.data.items} />
    </>
  );
}

/** @param from number of steps already done */
function NextSteps({ from }: { from: number }) {
  return (
    <div className={completeCss.nextSteps}>
      <h2 className={completeCss.nextTitle}>{t.nextTitle}</h2>
      <ol className={completeCss.next}>
        {t.next.slice(from).map((step) => (
          <li key={step.title}>
            <strong>{step.title}</strong>
            <span>{step.text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface PayHereProps {
  readonly registration: Registration;
  /** Whether the payment form is shown; otherwise a button that opens it. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** The payment. Stays visible to show the result, although nothing is left to pay. */
function PayHere({ registration, isOpen, onOpen, onClose, onBusy }: PayHereProps) {
  const Payment = use(PaymentContext);
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The pressed button is gone: keep the focus in this section.
    if (wasOpen.current !== isOpen) section.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`g2-panel g2-edge ${completeCss.payment}`}
      aria-labelledby="payment-title"
      data-open={isOpen}
    >
      <h2 id="payment-title" className={completeCss.name}>
        {t.payment}
      </h2>
      {isOpen ? (
        <Payment registration={registration} onBusy={onBusy} onClose={onClose} />
      ) : (
        <>
          <p className={completeCss.later}>{t.later}</p>
          <Button onClick={onOpen}>{t.pay}</Button>
        </>
      )}
    </section>
  );
}
