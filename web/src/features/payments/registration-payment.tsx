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
  /** Whether a payment is being processed; the parent must not unmount or close this component then. */
  readonly onBusy: (busy: boolean) => void;
  /** The payment ended, was postponed or cancelled, or could not be started. */
  readonly onClose: () => void;
}

/** State of the payment made in this component; `waiting`: an open Pix or boleto code, to be paid elsewhere. */
type Here = 'none' | 'under-way' | 'waiting' | 'made';

/** Pays one registration by card, Pix, boleto or credits; used in a dialog and on a page. */
export function RegistrationPayment({ registration, onBusy, onClose }: RegistrationPaymentProps) {
  const client = useQueryClient();
  const balance = useUser()?.credits ?? null;
  // Credits are offered only when they cover the fee (spec §5); otherwise the card form opens without a choice.
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
 * The current registration. `paidMeanwhile`: unpaid when this opened, paid elsewhere since.
 * If it was paid before, starting a payment is refused (spec §8).
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

/** Shown when the registration was paid elsewhere while this form was open, to prevent a second payment. */
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

/** No payment while a replacement file is being uploaded: it is not settled which file the fee is for. */
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
