import { CREDITS_PER_REGISTRATION } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshRegistrations } from '../../lib/registrations.ts';
import { useUser } from '../../lib/session.ts';
import { PriceLine } from '../../ui/price-line.tsx';
import { CardStep } from './card-step.tsx';
import { CreditsStep } from './credits-step.tsx';
import { MethodChoice } from './method-choice.tsx';
import { texts } from './texts.ts';

interface PaymentModalProps {
  readonly registration: Registration | null;
  readonly onClose: () => void;
}

/** Pays one registration, by card or with credits. */
export function PaymentModal({ registration, onClose }: PaymentModalProps) {
  return (
    <Modal
      opened={registration !== null}
      onClose={onClose}
      title={texts.modal.title}
      closeOnClickOutside={false}
      size="lg"
    >
      {registration !== null && (
        <PaymentBody key={registration.id} registration={registration} onClose={onClose} />
      )}
    </Modal>
  );
}

function PaymentBody({ registration, onClose }: { registration: Registration; onClose: () => void }) {
  const client = useQueryClient();
  const balance = useUser()?.credits ?? null;
  // Credits are offered only when they cover the fee (spec §5); the card needs no choice then.
  const [offered] = useState(balance !== null && balance >= CREDITS_PER_REGISTRATION);
  const [method, setMethod] = useState<'choice' | 'card' | 'credits'>(offered ? 'choice' : 'card');
  const cancel = offered ? () => setMethod('choice') : onClose;
  const refresh = () => void refreshRegistrations(client);
  return (
    <>
      <PriceLine
        title={registration.title}
        note={`${texts.modal.fee}. ${texts.modal.once}`}
        amount={registration.paymentAmount}
      />
      {method === 'choice' && balance !== null && <MethodChoice balance={balance} onChoose={setMethod} />}
      {method === 'card' && (
        <CardStep registrationId={registration.id} onPaid={refresh} onClose={onClose} onCancel={cancel} />
      )}
      {method === 'credits' && (
        <CreditsStep registration={registration} balance={balance} onPaid={onClose} onCancel={cancel} />
      )}
    </>
  );
}
