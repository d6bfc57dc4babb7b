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
import { whileExamined } from '../../shared/archive/api.ts';
import { BriefWarnings } from '../../shared/archive/warnings.tsx';
import { paymentConfigQuery } from '../../shared/payment/api.ts';
import { Preparing } from '../../shared/payment/card/card-payment.tsx';
import { METHOD_ICONS } from '../../shared/payment/pay/payment-form.tsx';
import { PriceLine } from '../../shared/payment/price-line.tsx';
import { holdersQuery, refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { holdersQuestion, rememberConfirmed, wasConfirmed } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { CreditsStep, ProviderStep } from './payment-steps.tsx';
import { texts } from './texts.ts';

interface RegistrationPaymentProps {
  readonly registration: Registration;
  /** Whether a payment is being processed; the parent must not unmount or close this component then. */
  readonly onBusy: (busy: boolean) => void;
  /** The payment ended, was postponed or cancelled, or could not be started. */
  readonly onClose: () => void;
}

/** Pays one registration by card, Pix, boleto or credits; used in a dialog and on a page. */
export function RegistrationPayment({ registration, onBusy, onClose }: RegistrationPaymentProps) {
  const client = useQueryClient();
  const balance = useUser()?.credits ?? null;
  // Credits are offered only when they cover the fee (spec §5); otherwise the card form opens without a choice.
  const [offered] = useState(balance !== null && balance >= registration.paymentAmount);
  const [method, setMethod] = useState<'choice' | Choice>(offered ? 'choice' : 'card');
  // State of the payment made in this component; `waiting`: an open Pix or boleto code, to be paid elsewhere.
  const [here, setHere] = useState<'none' | 'under-way' | 'waiting' | 'made'>('none');
  const uploading = useUploading(registration);
  const { paidMeanwhile, current } = useCurrent(registration);
  if (here === 'none' && paidMeanwhile) return <AlreadyPaid onClose={onClose} />;
  if (here === 'none' && uploading) return <UploadRunning id={registration.id} onClose={onClose} />;
  const cancel = offered ? () => setMethod('choice') : onClose;
  const busy = (now: boolean) => {
    onBusy(now);
    setHere((before) => (before === 'made' ? before : now ? 'under-way' : 'none'));
  };
  const waiting = (now: boolean) => {
    if (now) setHere((before) => (before === 'made' ? before : 'waiting'));
    else setHere((before) => (before === 'waiting' ? 'none' : before));
  };
  const paid = () => {
    setHere('made');
    void refreshRegistrations(client);
  };
  return (
    <>
      <PriceLine
        title={registration.title}
        note={`${feeName(registration)}. ${texts.modal.once}`}
        amount={registration.paymentAmount}
      />
      {here !== 'made' && <BriefWarnings registration={current} />}
      <HoldersGate registration={registration}>
        {method === 'choice' && balance !== null && <MethodChoice balance={balance} onChoose={setMethod} />}
        {method !== 'choice' && method !== 'credits' && (
          <ProviderStep
            registrationId={registration.id}
            preferred={method}
            isPaid={paidMeanwhile}
            onWaiting={waiting}
            onPaid={paid}
            onBusy={busy}
            onClose={onClose}
            onCancel={cancel}
          />
        )}
        {method === 'credits' && (
          <CreditsStep
            registration={registration}
            balance={balance}
            onPaid={onClose}
            onBusy={busy}
            onCancel={cancel}
          />
        )}
      </HoldersGate>
    </>
  );
}

/** `paidMeanwhile`: unpaid when this opened, paid elsewhere since. If paid before, a payment is refused (spec §8). */
function useCurrent(registration: Registration): { current: Registration; paidMeanwhile: boolean } {
  const { data, isPlaceholderData } = useQuery({
    ...registrationQuery(registration.id),
    placeholderData: registration,
    refetchInterval: whileExamined,
  });
  const [wasOpen, setWasOpen] = useState(false);
  const isPaid = data !== undefined && data.paymentPaidAt !== null;
  useEffect(() => {
    if (!isPlaceholderData && !isPaid) setWasOpen(true);
  }, [isPlaceholderData, isPaid]);
  return { current: data ?? registration, paidMeanwhile: wasOpen && isPaid };
}

/** Shown if the registration was paid elsewhere while this form was open, to prevent a second payment. */
function AlreadyPaid({ onClose }: { onClose: () => void }) {
  const t = texts.already;
  return (
    <div role="status">
      <Message title={t.title} text={<p className="m-0">{t.text}</p>}>
        <Button data-autofocus onClick={onClose}>
          {ui.close}
        </Button>
      </Message>
    </div>
  );
}

/** No payment while a replacement file is being uploaded: it is not settled which file the fee is for. */
function UploadRunning({ id, onClose }: { id: string; onClose: () => void }) {
  const t = texts.uploading;
  return (
    <div role="status">
      <Message title={t.title} text={<p className="m-0">{t.text}</p>}>
        <Button variant="default" onClick={onClose}>
          {ui.close}
        </Button>
        <Button component={Link} to={`/register?id=${id}&step=upload`} data-autofocus>
          {t.show}
        </Button>
      </Message>
    </div>
  );
}

/** A title, a text and buttons in place of the payment methods. */
function Message({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="g2-title mb-1">{title}</p>
      <div className="mb-5 text-muted">{text}</div>
      <div className="g2-answers">{children}</div>
    </>
  );
}

type Choice = ProviderMethod | 'credits';

const t = texts.modal;
const PROVIDER_TEXTS = {
  card: { name: t.payWithCard, note: t.cardNote },
  pix: { name: t.payWithPix, note: t.pixNote },
  boleto: { name: t.payWithBoleto, note: t.boletoNote },
} as const satisfies Record<ProviderMethod, { name: string; note: string }>;

/** Choice of payment method, shown to users with enough credits for the fee. */
function MethodChoice({ balance, onChoose }: { balance: number; onChoose: (method: Choice) => void }) {
  const { data: config } = useQuery(paymentConfigQuery);
  const choice = (method: Choice, Icon: TablerIcon, name: string, note: string) => (
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
      <legend className="p-0 mb-2 font-semibold">{t.choose}</legend>
      {(config?.methods ?? ['card']).map((method) => {
        const { name, note } = PROVIDER_TEXTS[method];
        return choice(method, METHOD_ICONS[method], name, note);
      })}
      {choice('credits', IconCoins, t.payWithCredits, t.creditsNote(formatCredits(balance)))}
    </fieldset>
  );
}

/** Asks about holders that would look wrong on the certificate, because a payment makes them final. */
function HoldersGate({ registration, children }: { registration: Registration; children: ReactNode }) {
  const query = useQuery(holdersQuery(registration.id));
  const [passed, setPassed] = useState(false);
  const t = texts.holders;
  const question = query.data === undefined ? undefined : holdersQuestion(registration, query.data.items);
  const isOpen = question === null || (question !== undefined && wasConfirmed(registration.id, question));
  useEffect(() => {
    // From now on, a change of holders in another tab must not replace an open payment form.
    if (isOpen) setPassed(true);
  }, [isOpen]);
  if (passed || isOpen) return children;
  if (failedToLoad(query)) {
    return <RetryLine text={t.failed} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (question === undefined) return <Preparing />;
  const confirm = () => {
    rememberConfirmed(registration.id, question);
    setPassed(true);
  };
  return (
    <section aria-label={question.title}>
      <Message title={question.title} text={<HoldersReasons question={question} />}>
        <Button component={Link} to={`/register?id=${registration.id}&step=holders`} variant="default">
          {t.review}
        </Button>
        <Button onClick={confirm}>{t.payAnyway}</Button>
      </Message>
    </section>
  );
}
