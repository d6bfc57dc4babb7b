import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { Preparing } from '../../shared/payment/card/card-payment.tsx';
import { holdersQuery } from '../../shared/registration/api.ts';
import { holdersQuestion, rememberConfirmed, wasConfirmed } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './payments.module.css';
import { texts } from './texts.ts';

interface HoldersGateProps {
  readonly registration: Registration;
  /** The payment methods. */
  readonly children: ReactNode;
}

/** Asks about holders that would look wrong on the certificate, because a payment makes them final. */
export function HoldersGate({ registration, children }: HoldersGateProps) {
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
  const goOn = () => {
    rememberConfirmed(registration.id, question);
    setPassed(true);
  };
  return (
    <section aria-label={question.title}>
      <p className={classes.alreadyTitle}>{question.title}</p>
      <div className={classes.already}>
        <HoldersReasons question={question} />
      </div>
      <div className="g2-answers">
        <Button component={Link} to={`/register?id=${registration.id}&step=holders`} variant="default">
          {t.review}
        </Button>
        <Button onClick={goOn}>{t.payAnyway}</Button>
      </div>
    </section>
  );
}
