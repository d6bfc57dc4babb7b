import {
  type AdminCreditTransaction,
  type AdminPayment,
  PAYMENT_METHOD_NAMES,
} from '@g2/gateway/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  formatCents,
  formatCredits,
  formatDateTime,
  formatSignedCredits,
  UNKNOWN,
} from '../../../lib/format.ts';
import { SYSTEM } from '../../../shared/registration/status-history.tsx';
import { userTransactionsQuery } from '../api.ts';
import { texts as credits } from '../credits/texts.ts';
import { PaymentState, RegistrationLink } from '../payments/badges.tsx';
import classes from './account.module.css';
import { accountPaymentsQuery } from './api.ts';
import { All, Near, type Of, Rows } from './section.tsx';
import { texts } from './texts.ts';

export const Credits = ({ id }: Of) => (
  <Near title={texts.credits.title}>
    <CreditsRows id={id} />
  </Near>
);

function CreditsRows({ id }: Of) {
  const [page, onPage] = useState(1);
  const query = useQuery(userTransactionsQuery(id, page));
  return (
    <Rows
      texts={texts.credits}
      query={query}
      page={page}
      onPage={onPage}
      row={(one) => <Entry entry={one} />}
    />
  );
}

/** One credit transaction. The system is the author of the entries of purchases and payments. */
function Entry({ entry }: { entry: AdminCreditTransaction }) {
  const { delta, reason, balanceAfter, createdAt, createdBy, createdByName } = entry;
  const author = createdBy === null ? SYSTEM : (createdByName ?? UNKNOWN);
  return (
    <>
      <div className={classes.what}>
        <span>{reason}</span>
        <span className="g2-meta">
          {formatDateTime(createdAt)} · {credits.author(author)}
        </span>
      </div>
      <div className={classes.amount}>
        <strong>{formatSignedCredits(delta)}</strong>
        <div className="g2-meta">
          {credits.balanceAfter} {formatCredits(balanceAfter)}
        </div>
      </div>
    </>
  );
}

/** @param email search term of the link to the list of all payments */
export const Payments = ({ id, email }: Of & { email: string }) => (
  <Near title={texts.payments.title}>
    <PaymentsRows id={id} email={email} />
  </Near>
);

function PaymentsRows({ id, email }: Of & { email: string }) {
  const [page, onPage] = useState(1);
  const query = useQuery(accountPaymentsQuery(id, page));
  return (
    <Rows
      texts={texts.payments}
      query={query}
      page={page}
      onPage={onPage}
      row={(one) => <Payment payment={one} />}
      action={<All to={`/admin/payments?${new URLSearchParams({ search: email })}`} />}
    />
  );
}

function Payment({ payment }: { payment: AdminPayment }) {
  const { amount, method, createdAt, registrationId } = payment;
  return (
    <>
      <div className={classes.what}>
        <span>
          {formatCents(amount)} · {PAYMENT_METHOD_NAMES[method]}
        </span>
        <span className="g2-meta">
          {formatDateTime(createdAt)} {registrationId !== null && <RegistrationLink id={registrationId} />}
        </span>
      </div>
      <PaymentState payment={payment} />
    </>
  );
}
