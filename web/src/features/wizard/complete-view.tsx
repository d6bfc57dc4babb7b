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
import { holdersQuery, recordPath } from '../../shared/registration/api.ts';
import { holdersQuestion, wasConfirmed } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { SinceEarlier } from '../../shared/versions/comparison.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { useFocusAfterClose } from '../../ui/use-focus-after-close.ts';
import { CorrectionBanner } from './corrections.tsx';
import { useArrival } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';

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
  const state = wasCorrecting ? 'corrected' : registration.paymentPaidAt === null ? 'unpaid' : 'received';
  const [paying, setPaying] = useState(registration.canPay);
  const [busy, setBusy] = useState(false);
  const pays = paying || registration.canPay;
  // On a phone the payment comes first and the review is folded.
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // Receives the focus once the payment is finished.
  const onward = useFocusAfterClose<HTMLAnchorElement>(paying, state === 'received');
  const { title, text } = t.heads[state];
  useDocumentTitle(title);
  useArrival();
  const Icon = state === 'unpaid' ? IconWallet : IconRosetteDiscountCheck;
  const { sha256, sha512 } = registration;
  const hashes = sha256 !== null && <FileHashes sha256={sha256} sha512={sha512} />;
  return (
    <div
      className={clsx('w-full max-w-185 mx-auto px-(--g2-gutter) pt-12 pb-18', pays && 'desktop:max-w-290')}
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
            ref={onward}
            component={Link}
            to={recordPath(registration.id)}
            size="lg"
            className="mt-5 phone:w-full"
          >
            {t.record}
          </Button>
        )}
      </div>
      {registration.canResubmit && <CorrectionBanner registration={registration} />}
      {/* On wide screens the review is beside the payment, and the next steps are below the payment. */}
      <div className={clsx('grid grid-rows-[auto_1fr] items-start gap-5', pays && 'desktop:grid-cols-2')}>
        {pays && (
          <PaymentSection registration={registration} isOpen={paying} onToggle={setPaying} onBusy={setBusy} />
        )}
        <section
          className={clsx('g2-panel g2-edge', pays && 'desktop:col-2 desktop:row-span-2')}
          aria-label={texts.summary.heading}
          inert={busy}
        >
          <h2 className="g2-title m-0 mb-3 wrap-anywhere">{registration.title}</h2>
          <VersionMark registration={registration} />
          {state === 'corrected' && <BriefWarnings registration={registration} />}
          {registration.canEdit ? (
            <details open={!(pays && narrow)}>
              <summary className="mb-3 py-1 px-0 text-accent text-sm font-semibold cursor-pointer">
                {texts.summary.heading}
              </summary>
              {hashes}
              <Review registration={registration} showsAll={state === 'corrected'} />
              <SinceEarlier registration={registration} />
            </details>
          ) : (
            hashes
          )}
        </section>
        {state !== 'corrected' && (
          <div className="min-w-0">
            <h2 className="m-0 text-md font-bold">{t.nextTitle}</h2>
            <ol className="grid gap-2 m-0 mt-2 pl-5 marker:text-accent marker:font-bold">
              {t.next.slice(state === 'received' ? 1 : 0).map((step) => (
                <li key={step.title}>
                  <strong className="block font-semibold">{step.title}</strong>
                  <span className="block text-sm text-muted">{step.text}</span>
                </li>
              ))}
            </ol>
          </div>
        )}
      </div>
      <div className="g2-actions justify-center mt-6" inert={busy}>
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

/** @param showsAll also show unconfirmed questions about the holders, because no payment will ask them */
function Review({ registration, showsAll }: { registration: Registration; showsAll: boolean }) {
  return (
    <QueryFrame
      query={useQuery(holdersQuery(registration.id))}
      loading={<Skeleton height={420} mt="lg" radius="md" />}
      failed={texts.holders.failed}
    >
      {({ items }) => {
        const question = holdersQuestion(registration, items);
        return (
          <>
            {/* A question that the user already confirmed is shown here; the payment does not ask it again. */}
            {question !== null && (showsAll || wasConfirmed(registration.id, question)) && (
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

/** The payment. Stays visible to show the result, although nothing is left to pay. */
function PaymentSection({ registration, isOpen, onToggle, onBusy }: PaymentSectionProps) {
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
      // As high as the loaded form, so that nothing below it moves.
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
          <p className="m-0 mb-4 text-muted">{t.later}</p>
          <Button onClick={() => onToggle(true)}>{t.pay}</Button>
        </>
      )}
    </section>
  );
}
