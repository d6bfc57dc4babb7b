import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRosetteDiscountCheck, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ComponentType, createContext, use, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { BriefWarnings } from '../../shared/archive/warnings.tsx';
import { holdersQuery, registrationPath } from '../../shared/registration/api.ts';
import { holdersQuestion, wasQuestionConfirmed } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { VersionComparison } from '../../shared/versions/comparison.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { useFocusAfterClose } from '../../ui/use-focus-after-close.ts';
import { CorrectionBanner } from './corrections.tsx';
import { useFocusMainOnArrival } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';

const t = texts.complete;

export interface PaymentProps {
  readonly registration: Registration;
  /** Reports whether a payment is being processed. While it is, the component must stay mounted and visible. */
  readonly onBusy: (isBusy: boolean) => void;
  /** Called when the payment ended, was postponed or cancelled, or could not be started. */
  readonly onClose: () => void;
}

/** Payment component of another feature, provided by the page that contains the wizard. */
export const PaymentContext = createContext<ComponentType<PaymentProps>>(() => null);

/** Last wizard view: the payment with a review beside it, or the resubmission of a corrected, paid registration. */
export function CompleteView({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  // The value at the first render: a resubmission ends `canResubmit`, but the view stays the same.
  const [isCorrection] = useState(registration.canResubmit);
  const state = isCorrection ? 'corrected' : registration.paymentPaidAt === null ? 'unpaid' : 'received';
  const [isPaymentOpen, setPaymentOpen] = useState(registration.canPay);
  const [isBusy, setBusy] = useState(false);
  const showsPayment = isPaymentOpen || registration.canPay;
  // On a phone the review is collapsed, so that the payment is visible.
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // Receives the focus after the payment.
  const nextLink = useFocusAfterClose<HTMLAnchorElement>(isPaymentOpen, state === 'received');
  const { title, text } = t.headings[state];
  useDocumentTitle(title);
  useFocusMainOnArrival();
  const Icon = state === 'unpaid' ? IconWallet : IconRosetteDiscountCheck;
  const { sha256, sha512 } = registration;
  const fileHashes = sha256 !== null && <FileHashes sha256={sha256} sha512={sha512} />;
  return (
    <div
      className={clsx(
        'w-full max-w-185 mx-auto px-(--g2-gutter) pt-12 pb-18',
        showsPayment && 'desktop:max-w-290',
      )}
      data-focus-home
      tabIndex={-1}
    >
      <div className="mb-6 text-center">
        <span className="g2-mark inline-grid size-18 border border-line bg-surface text-accent phone:hidden">
          <Icon size={35} stroke={1.5} aria-hidden />
        </span>
        <Title order={1} className="m-0 mt-4">
          {title}
        </Title>
        <p className="max-w-[52ch] m-0 mx-auto mt-2 text-muted">{text}</p>
        {state === 'received' && (
          <Button
            ref={nextLink}
            component={Link}
            to={registrationPath(registration.id)}
            size="lg"
            className="mt-5 phone:w-full"
          >
            {t.openRegistration}
          </Button>
        )}
      </div>
      {registration.canResubmit && <CorrectionBanner registration={registration} />}
      {/* On wide screens the review is beside the payment, and the next steps are below the payment. */}
      <div
        className={clsx('grid grid-rows-[auto_1fr] items-start gap-5', showsPayment && 'desktop:grid-cols-2')}
      >
        {showsPayment && (
          <PaymentSection
            registration={registration}
            isOpen={isPaymentOpen}
            onToggle={setPaymentOpen}
            onBusy={setBusy}
          />
        )}
        <section
          className={clsx('g2-panel g2-edge', showsPayment && 'desktop:col-2 desktop:row-span-2')}
          aria-label={texts.summary.heading}
          inert={isBusy}
        >
          <h2 className="g2-title m-0 mb-3 wrap-anywhere">{registration.title}</h2>
          <VersionMark registration={registration} />
          {state === 'corrected' && <BriefWarnings registration={registration} />}
          {registration.canEdit ? (
            <details open={!(showsPayment && isPhone)}>
              <summary className="mb-3 py-1 px-0 text-accent text-sm font-semibold cursor-pointer">
                {texts.summary.heading}
              </summary>
              {fileHashes}
              <Review registration={registration} showsUnconfirmed={state === 'corrected'} />
              <VersionComparison registration={registration} />
            </details>
          ) : (
            fileHashes
          )}
        </section>
        {state !== 'corrected' && (
          <div className="min-w-0">
            <h2 className="m-0 text-md font-bold">{t.nextStepsTitle}</h2>
            <ol className="grid gap-2 m-0 mt-2 pl-5 marker:text-accent marker:font-bold">
              {t.nextSteps.slice(state === 'received' ? 1 : 0).map((step) => (
                <li key={step.title}>
                  <strong className="block font-semibold">{step.title}</strong>
                  <span className="block text-sm text-muted">{step.text}</span>
                </li>
              ))}
            </ol>
          </div>
        )}
      </div>
      <div className="g2-actions justify-center mt-6" inert={isBusy}>
        {registration.canResubmit && (
          <ResubmitButton registration={registration} onDone={() => void navigate('/dashboard')} />
        )}
        <Button component={Link} to="/dashboard" variant="default">
          {t.dashboard}
        </Button>
        <Button component={Link} to="/register" variant="subtle">
          {t.registerAnother}
        </Button>
      </div>
    </div>
  );
}

/** @param showsUnconfirmed also show questions about the holders that the user has not confirmed */
function Review({
  registration,
  showsUnconfirmed,
}: {
  registration: Registration;
  showsUnconfirmed: boolean;
}) {
  return (
    <QueryFrame
      query={useQuery(holdersQuery(registration.id))}
      loading={<Skeleton height={420} mt="lg" radius="md" />}
      failed={texts.holders.loadFailed}
    >
      {({ items }) => {
        const question = holdersQuestion(registration, items);
        return (
          <>
            {/* The payment does not ask a confirmed question again, so the question is shown here. */}
            {question !== null && (showsUnconfirmed || wasQuestionConfirmed(registration.id, question)) && (
              <div className="g2-warning g2-spread m-0 mt-4">
                <HoldersReasons question={question} />
                <Link to={stepPath('holders', registration.id)} className="g2-link">
                  {t.reviewHolders}
                </Link>
              </div>
            )}
            <Summary registration={registration} holders={items} />
          </>
        );
      }}
    </QueryFrame>
  );
}

interface PaymentSectionProps extends Omit<PaymentProps, 'onClose'> {
  /** Whether the payment form is shown; otherwise a button that opens it. */
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The payment form, or a button to open it. Stays visible after the payment to show the result. */
function PaymentSection({ registration, isOpen, onToggle, onBusy }: PaymentSectionProps) {
  const Payment = use(PaymentContext);
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The pressed button was removed: keep the focus in this section.
    if (wasOpen.current !== isOpen) section.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      // The minimum height is that of the loaded form, so that the content below does not move.
      className={clsx('g2-panel g2-edge focus:outline-none', isOpen && 'min-h-155')}
      aria-labelledby="payment-title"
    >
      <h2 id="payment-title" className="g2-title m-0 mb-3 wrap-anywhere">
        {t.payment}
      </h2>
      {isOpen ? (
        <Payment registration={registration} onBusy={onBusy} onClose={() => onToggle(false)} />
      ) : (
        <>
          <p className="m-0 mb-4 text-muted">{t.payLaterHint}</p>
          <Button onClick={() => onToggle(true)}>{t.payNow}</Button>
        </>
      )}
    </section>
  );
}
