import { ACT_NAMES } from '@g2/gateway/contract/audit';
import type { AccountMail, AccountSession } from '@g2/gateway/contract/own-data';
import {
  type AdminCreditTransaction,
  type AdminPayment,
  PAYMENT_METHOD_NAMES,
} from '@g2/gateway/contract/payments';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../../lib/failures.ts';
import {
  formatCents,
  formatCredits,
  formatDateTime,
  formatSignedCredits,
  UNKNOWN,
} from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { SYSTEM } from '../../../shared/registration/status-history.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { userTransactionsQuery } from '../api.ts';
import { texts as credits } from '../credits/texts.ts';
import { PaymentState, RegistrationLink } from '../payments/badges.tsx';
import classes from './account.module.css';
import {
  accountPaymentsQuery,
  accountRegistrationsQuery,
  mailsQuery,
  sessionsQuery,
  trailQuery,
  useEndSessions,
} from './api.ts';
import { Rows, RowText, usePages } from './section.tsx';
import { texts } from './texts.ts';

interface RegistrationRowProps {
  readonly registration: { readonly id: string; readonly title: string; readonly status: RegistrationStatus };
  readonly children: ReactNode;
}

export function RegistrationRow({ registration: { id, title, status }, children }: RegistrationRowProps) {
  const link = (
    <Link to={`/operator/registrations/${id}`} className={classes.title}>
      {title}
    </Link>
  );
  return (
    <>
      <RowText main={link}>{children}</RowText>
      <StatusBadge status={status} />
    </>
  );
}

/** Link to the full list of a section's items, with the filters already set. */
const All = ({ to, children = texts.all }: { to: string; children?: ReactNode }) => (
  <Link to={to} className={adminClasses.link}>
    {children}
  </Link>
);

/** The account that a section belongs to. */
interface Of {
  readonly id: string;
}

export function Sessions({ id }: Of) {
  const pages = usePages((page) => sessionsQuery(id, page));
  return (
    <Rows
      texts={texts.sessions}
      pages={pages}
      row={(one) => <Session session={one} />}
      action={<EndSessions id={id} />}
    />
  );
}

function Session({ session }: { session: AccountSession }) {
  const { device, agent, address, createdAt, lastUsedAt, current } = session;
  const t = texts.sessions;
  const name = (
    <span title={agent}>
      {device}
      {current && ` · ${t.current}`}
    </span>
  );
  return (
    <RowText main={name}>
      {[address, t.last(formatDateTime(lastUsedAt)), t.opened(formatDateTime(createdAt))]
        .filter(Boolean)
        .join(' · ')}
    </RowText>
  );
}

function EndSessions({ id }: Of) {
  const t = texts.sessions;
  const [asks, setAsks] = useState(false);
  const end = useEndSessions(id);
  const close = () => setAsks(false);
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        close();
        notify.success(t.ended);
      },
      onError: (error) => notify.error(t.endFailed, reasonOf(error, t.endFailed)),
    });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setAsks(true)}>
        {t.end}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t.end}
        confirm={t.end}
        danger
        pending={end.isPending}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{t.endText}</p>
      </ConfirmDialog>
    </>
  );
}

export function Mails({ id }: Of) {
  const pages = usePages((page) => mailsQuery(id, page));
  return <Rows texts={texts.mails} pages={pages} row={(one) => <Mail mail={one} />} />;
}

function Mail({ mail: { subject, state, attempts, createdAt, sentAt } }: { mail: AccountMail }) {
  const tries = state !== 'sent' && attempts > 1 ? ` · ${texts.mails.attempts(attempts)}` : '';
  return (
    <>
      <RowText main={<span>{subject}</span>}>
        {formatDateTime(sentAt ?? createdAt)}
        {tries}
      </RowText>
      <span className={adminClasses.badge} data-tone={state === 'given_up' ? 'danger' : 'plain'}>
        {texts.mails.states[state]}
      </span>
    </>
  );
}

export function Registrations({ id }: Of) {
  const t = texts.registrations;
  const pages = usePages((page) => accountRegistrationsQuery(id, page));
  return (
    <Rows
      texts={t}
      pages={pages}
      row={(one) => (
        <RegistrationRow registration={one}>{t.created(formatDateTime(one.createdAt))}</RegistrationRow>
      )}
      action={<All to={`/admin?${new URLSearchParams({ tab: 'registrations', user: id })}`} />}
    />
  );
}

/** @param email search term of the link to the list of all payments */
export function Payments({ id, email }: Of & { email: string }) {
  const pages = usePages((page) => accountPaymentsQuery(id, page));
  return (
    <Rows
      texts={texts.payments}
      pages={pages}
      row={(one) => <Payment payment={one} />}
      action={<All to={`/admin/payments?${new URLSearchParams({ search: email })}`} />}
    />
  );
}

function Payment({ payment }: { payment: AdminPayment }) {
  const { amount, method, createdAt, registrationId } = payment;
  const name = (
    <span>
      {formatCents(amount)} · {PAYMENT_METHOD_NAMES[method]}
    </span>
  );
  return (
    <>
      <RowText main={name}>
        {formatDateTime(createdAt)} {registrationId !== null && <RegistrationLink id={registrationId} />}
      </RowText>
      <PaymentState payment={payment} />
    </>
  );
}

export function Credits({ id }: Of) {
  const pages = usePages((page) => userTransactionsQuery(id, page));
  return <Rows texts={texts.credits} pages={pages} row={(one) => <Entry entry={one} />} />;
}

/** One credit transaction. The system is the author of the entries of purchases and payments. */
function Entry({ entry }: { entry: AdminCreditTransaction }) {
  const { delta, reason, balanceAfter, createdAt, createdBy, createdByName } = entry;
  const author = createdBy === null ? SYSTEM : (createdByName ?? UNKNOWN);
  return (
    <>
      <RowText main={<span>{reason}</span>}>
        {formatDateTime(createdAt)} · {credits.author(author)}
      </RowText>
      <div className={classes.amount}>
        <strong>{formatSignedCredits(delta)}</strong>
        <div className="g2-meta">
          {credits.balanceAfter} {formatCredits(balanceAfter)}
        </div>
      </div>
    </>
  );
}

export function Trail({ id }: Of) {
  const pages = usePages((page) => trailQuery(id, page));
  return (
    <Rows
      texts={texts.trail}
      pages={pages}
      row={({ at, action, actorName }) => (
        <RowText main={<span>{ACT_NAMES[action] ?? action}</span>}>
          {formatDateTime(at)} · {credits.author(actorName ?? SYSTEM)}
        </RowText>
      )}
      action={
        <div className="g2-row">
          <All to={`/admin/trilha?${new URLSearchParams({ subject: id })}`} />
          <All to={`/admin/trilha?${new URLSearchParams({ actor: id })}`}>{texts.acts}</All>
        </div>
      }
    />
  );
}
