import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../lib/session.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { BriefWarnings } from '../../shared/archive/warnings.tsx';
import { PriceLine } from '../../shared/payment/price-line.tsx';
import { refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { feeName } from '../../shared/registration/fee.ts';
import { useUploading } from '../../shared/registration/use-uploading.ts';
import { texts as ui } from '../../ui/texts.ts';
import { CreditsStep } from './credits-step.tsx';
import { HoldersGate } from './holders-gate.tsx';
import { type Choice, MethodChoice } from './method-choice.tsx';
import classes from './payments.module.css';
import { ProviderStep } from './provider-step.tsx';
import { texts } from './texts.ts';

interface RegistrationPaymentProps {
  readonly registration: Registration;
  /** Whether a payment is on its way: what holds this must not go away then. */
  readonly onBusy: (busy: boolean) => void;
  /** It is over, left for later, cancelled, or could not be begun. */
  readonly onClose: () => void;
}

/** Where the payment that is made here itself stands; a code that waits is paid elsewhere, and told of here. */
type Here = 'none' | 'under-way' | 'waiting' | 'made';

/** Pays one registration by card, Pix, boleto or with credits: in a dialog as well as in a page. */
export function RegistrationPayment({ registration, onBusy, onClose }: RegistrationPaymentProps) {
  const client = useQueryClient();
  const balance = useUser()?.credits ?? null;
  // Credits are offered only when they cover the fee (spec §5); the card needs no choice then.
  const [offered] = useState(balance !== null && balance >= registration.paymentAmount);
  const [method, setMethod] = useState<'choice' | Choice>(offered ? 'choice' : 'card');
  const [here, setHere] = useState<Here>('none');
  const uploading = useUploading(registration);
  const { paidMeanwhile, current } = useCurrent(registration);
  if (here === 'none' && paidMeanwhile) return <AlreadyPaid onClose={onClose} />;
  if (here === 'none' && uploading) return <StillUploading id={registration.id} onClose={onClose} />;
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

/**
 * The registration as it is now. `paidMeanwhile` is true when it was still to be paid as this was opened, and is paid now, by
 * another tab. What was paid before that is refused when the payment is begun (spec §8).
 */
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

/** Paid while this stood open: whoever pays again would only believe to. */
function AlreadyPaid({ onClose }: { onClose: () => void }) {
  const t = texts.already;
  return (
    <div role="status">
      <p className={classes.alreadyTitle}>{t.title}</p>
      <p className={classes.already}>{t.text}</p>
      <div className="g2-answers">
        <Button data-autofocus onClick={onClose}>
          {ui.close}
        </Button>
      </div>
    </div>
  );
}

/** What is paid for is not settled while another file takes the place of the one there is. */
function StillUploading({ id, onClose }: { id: string; onClose: () => void }) {
  const t = texts.uploading;
  return (
    <div role="status">
      <p className={classes.alreadyTitle}>{t.title}</p>
      <p className={classes.already}>{t.text}</p>
      <div className="g2-answers">
        <Button variant="default" onClick={onClose}>
          {ui.close}
        </Button>
        <Button component={Link} to={`/register?id=${id}&step=upload`} data-autofocus>
          {t.show}
        </Button>
      </div>
    </div>
  );
}
