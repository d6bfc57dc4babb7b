import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { use, useEffect, useRef } from 'react';
import completeCss from './complete.module.css';
import { PaymentContext } from './payment.ts';
import { texts } from './texts.ts';

const t = texts.complete;

interface PayHereProps {
  readonly registration: Registration;
  /** Whether the payment form is shown; otherwise a button that opens it. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** The payment. Stays visible to show the result, although nothing is left to pay. */
export function PayHere({ registration, isOpen, onOpen, onClose, onBusy }: PayHereProps) {
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
