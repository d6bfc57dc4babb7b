import type { ProviderMethod } from '@g2/gateway/contract/payers';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconChevronRight, IconCoins, type TablerIcon } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { formatCredits } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { pollDuringInspection } from '../../shared/archive/api.ts';
import { BriefWarnings } from '../../shared/archive/warnings.tsx';
import { paymentConfigQuery } from '../../shared/payment/api.ts';
import { PreparingPanel } from '../../shared/payment/card/card-payment.tsx';
import { PAYMENT_METHOD_ICONS } from '../../shared/payment/pay/payment-form.tsx';
import { PriceLine } from '../../shared/payment/price-line.tsx';
import { holdersQuery, refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { feeName } from '../../shared/registration/fee.ts';
import {
  holdersQuestion,
  rememberQuestionConfirmed,
  wasQuestionConfirmed,
} from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { CreditsStep, ProviderStep } from './payment-steps.tsx';
import { texts } from './texts.ts';

interface RegistrationPaymentProps {
  readonly registration: Registration;
  /** Receives whether a payment is being processed. Meanwhile the parent must not unmount or close this component. */
  readonly onBusy: (isBusy: boolean) => void;
  /** Called if the payment has ended, was postponed or cancelled, or could not be started. */
  readonly onClose: () => void;
}

/** Payment of a registration by card, Pix, boleto or credits; used in a dialog and on a page. */
export function RegistrationPayment({ registration, onBusy, onClose }: RegistrationPaymentProps) {
  const client = useQueryClient();
  const balance = useUser()?.credits ?? null;
  // Credits are offered only if they cover the fee (spec §5). Otherwise the card form opens at once.
  const [hasEnoughCredits] = useState(balance !== null && balance >= registration.paymentAmount);
  const [method, setMethod] = useState<'choice' | PaymentChoice>(hasEnoughCredits ? 'choice' : 'card');
  // State of the payment in this component. `waiting`: a Pix or boleto is open, which the user pays in another app.
  const [paymentState, setPaymentState] = useState<'none' | 'processing' | 'waiting' | 'paid'>('none');
  const uploading = useUploading(registration);
  const { isPaidElsewhere, currentRegistration } = useCurrentRegistration(registration);
  if (paymentState === 'none' && isPaidElsewhere) return <AlreadyPaid onClose={onClose} />;
  if (paymentState === 'none' && uploading) return <UploadRunning id={registration.id} onClose={onClose} />;
  const cancel = hasEnoughCredits ? () => setMethod('choice') : onClose;
  const handleBusy = (isActive: boolean) => {
    onBusy(isActive);
    setPaymentState((state) => (state === 'paid' ? state : isActive ? 'processing' : 'none'));
  };
  const handleWaiting = (isActive: boolean) => {
    if (isActive) setPaymentState((state) => (state === 'paid' ? state : 'waiting'));
    else setPaymentState((state) => (state === 'waiting' ? 'none' : state));
  };
  const handlePaid = () => {
    setPaymentState('paid');
    void refreshRegistrations(client);
  };
  return (
    <>
      <PriceLine
        title={registration.title}
        note={`${feeName(registration)}. ${texts.modal.singlePayment}`}
        amount={registration.paymentAmount}
      />
      {paymentState !== 'paid' && <BriefWarnings registration={currentRegistration} />}
      <HoldersConfirmation registration={registration}>
        {method === 'choice' && balance !== null && <MethodChoice balance={balance} onChoose={setMethod} />}
        {method !== 'choice' && method !== 'credits' && (
          <ProviderStep
            registrationId={registration.id}
            preferred={method}
            isPaid={isPaidElsewhere}
            onWaiting={handleWaiting}
            onPaid={handlePaid}
            onBusy={handleBusy}
            onClose={onClose}
            onCancel={cancel}
          />
        )}
        {method === 'credits' && (
          <CreditsStep
            registration={registration}
            balance={balance}
            onPaid={onClose}
            onBusy={handleBusy}
            onCancel={cancel}
          />
        )}
      </HoldersConfirmation>
    </>
  );
}

/** The registration as last read. `isPaidElsewhere`: it was unpaid when the form opened, but is now paid. */
function useCurrentRegistration(registration: Registration) {
  const { data, isPlaceholderData } = useQuery({
    ...registrationQuery(registration.id),
    placeholderData: registration,
    refetchInterval: pollDuringInspection,
  });
  const [wasUnpaid, setWasUnpaid] = useState(false);
  const isPaid = data !== undefined && data.paymentPaidAt !== null;
  useEffect(() => {
    if (!isPlaceholderData && !isPaid) setWasUnpaid(true);
  }, [isPlaceholderData, isPaid]);
  return { currentRegistration: data ?? registration, isPaidElsewhere: wasUnpaid && isPaid };
}

/** Shown if the registration was paid elsewhere while the form was open; prevents a second payment. */
function AlreadyPaid({ onClose }: { onClose: () => void }) {
  const t = texts.alreadyPaid;
  return (
    <div role="status">
      <NoticeBox title={t.title} text={<p className="m-0">{t.text}</p>}>
        <Button data-autofocus onClick={onClose}>
          {uiTexts.close}
        </Button>
      </NoticeBox>
    </div>
  );
}

/** Shown while a replacement file is being uploaded. A payment must wait, because it applies to the new file. */
function UploadRunning({ id, onClose }: { id: string; onClose: () => void }) {
  const t = texts.uploading;
  return (
    <div role="status">
      <NoticeBox title={t.title} text={<p className="m-0">{t.text}</p>}>
        <Button variant="default" onClick={onClose}>
          {uiTexts.close}
        </Button>
        <Button component={Link} to={`/register?id=${id}&step=upload`} data-autofocus>
          {t.showUpload}
        </Button>
      </NoticeBox>
    </div>
  );
}

/** Title, text and buttons that are shown instead of the payment methods. */
function NoticeBox({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="g2-title mb-1">{title}</p>
      <div className="mb-5 text-muted">{text}</div>
      <div className="g2-answers">{children}</div>
    </>
  );
}

type PaymentChoice = ProviderMethod | 'credits';

const t = texts.modal;
const PROVIDER_TEXTS = {
  card: { name: t.payWithCard, note: t.cardNote },
  pix: { name: t.payWithPix, note: t.pixNote },
  boleto: { name: t.payWithBoleto, note: t.boletoNote },
} as const satisfies Record<ProviderMethod, { name: string; note: string }>;

/** Choice of the payment method; shown only to users whose credits cover the fee. */
function MethodChoice({ balance, onChoose }: { balance: number; onChoose: (method: PaymentChoice) => void }) {
  const { data: config } = useQuery(paymentConfigQuery);
  const choiceButton = (method: PaymentChoice, Icon: TablerIcon, name: string, note: string) => (
    <button
      key={method}
      type="button"
      className="g2-panel g2-line gap-3 w-full p-4 text-left text-ink cursor-pointer hover:border-accent"
      onClick={() => onChoose(method)}
    >
      <Icon size={24} stroke={1.6} aria-hidden />
      <span className="grow font-semibold">
        {name}
        <span className="g2-note block font-normal">{note}</span>
      </span>
      <IconChevronRight size={18} aria-hidden />
    </button>
  );
  return (
    <fieldset className="grid gap-2 m-0 p-0 border-0">
      <legend className="p-0 mb-2 font-semibold">{t.chooseMethod}</legend>
      {(config?.methods ?? ['card']).map((method) => {
        const { name, note } = PROVIDER_TEXTS[method];
        return choiceButton(method, PAYMENT_METHOD_ICONS[method], name, note);
      })}
      {choiceButton('credits', IconCoins, t.payWithCredits, t.creditsNote(formatCredits(balance)))}
    </fieldset>
  );
}

interface HoldersConfirmationProps {
  readonly registration: Registration;
  readonly children: ReactNode;
}

/** Asks the user to confirm unusual holders before the payment, because holders are final after it. */
function HoldersConfirmation({ registration, children }: HoldersConfirmationProps) {
  const query = useQuery(holdersQuery(registration.id));
  const [isConfirmed, setConfirmed] = useState(false);
  const t = texts.holders;
  const question = query.data === undefined ? undefined : holdersQuestion(registration, query.data.items);
  const needsNoQuestion =
    question === null || (question !== undefined && wasQuestionConfirmed(registration.id, question));
  useEffect(() => {
    // After this, a change of the holders in another browser tab must not replace the open payment form.
    if (needsNoQuestion) setConfirmed(true);
  }, [needsNoQuestion]);
  if (isConfirmed || needsNoQuestion) return children;
  if (failedToLoad(query)) {
    return <RetryLine text={t.failed} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (question === undefined) return <PreparingPanel />;
  const confirm = () => {
    rememberQuestionConfirmed(registration.id, question);
    setConfirmed(true);
  };
  return (
    <section aria-label={question.title}>
      <NoticeBox title={question.title} text={<HoldersReasons question={question} />}>
        <Button component={Link} to={`/register?id=${registration.id}&step=holders`} variant="default">
          {t.review}
        </Button>
        <Button onClick={confirm}>{t.payAnyway}</Button>
      </NoticeBox>
    </section>
  );
}
