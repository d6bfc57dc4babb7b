import { ACT_NAMES } from '@g2/gateway/contract/audit';
import { PAYMENT_METHOD_NAMES } from '@g2/gateway/contract/payments';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { formatCents, formatCredits, formatDateTime, formatSignedCredits } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { SYSTEM } from '../../../shared/registration/status-history.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { userTransactionsQuery } from '../api.ts';
import { authorOf, Badge, RecordLink } from '../cells.tsx';
import { texts as credits } from '../credits/texts.ts';
import { PaymentState, RegistrationLink } from '../payments/badges.tsx';
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

export const RegistrationRow = ({ registration: { id, title, status }, children }: RegistrationRowProps) => (
  <>
    <RowText main={<RecordLink to={`/operator/registrations/${id}`}>{title}</RecordLink>}>{children}</RowText>
    <StatusBadge status={status} />
  </>
);

/** Link to the full list of a section's items, with the filters already set. */
const All = ({ path, params }: { path: string; params: Record<string, string> }) => (
  <RecordLink to={`${path}?${new URLSearchParams(params)}`}>{texts.all}</RecordLink>
);

/** The id of the account that a section belongs to. */
type Of = { readonly id: string };

export function Sessions({ id }: Of) {
  const t = texts.sessions;
  const pages = usePages((page) => sessionsQuery(id, page));
  return (
    <Rows
      texts={t}
      pages={pages}
      row={({ device, agent, address, createdAt, lastUsedAt, current }) => (
        <RowText
          main={
            <span title={agent}>
              {device}
              {current && ` · ${t.current}`}
            </span>
          }
        >
          {[address, t.last(formatDateTime(lastUsedAt)), t.opened(formatDateTime(createdAt))]
            .filter(Boolean)
            .join(' · ')}
        </RowText>
      )}
      action={<EndSessions id={id} />}
    />
  );
}

function EndSessions({ id }: Of) {
  const t = texts.sessions;
  const [opened, setOpened] = useState(false);
  const end = useEndSessions(id);
  const close = () => setOpened(false);
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
      <Button variant="default" size="sm" onClick={() => setOpened(true)}>
        {t.end}
      </Button>
      <ConfirmDialog
        opened={opened}
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
  const t = texts.mails;
  const pages = usePages((page) => mailsQuery(id, page));
  return (
    <Rows
      texts={t}
      pages={pages}
      row={({ subject, state, attempts, createdAt, sentAt }) => (
        <>
          <RowText main={subject}>
            {formatDateTime(sentAt ?? createdAt)}
            {state !== 'sent' && attempts > 1 && ` · ${t.attempts(attempts)}`}
          </RowText>
          <Badge tone={state === 'given_up' ? 'danger' : 'plain'}>{t.states[state]}</Badge>
        </>
      )}
    />
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
      action={<All path="/admin" params={{ tab: 'registrations', user: id }} />}
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
      row={(payment) => (
        <>
          <RowText main={`${formatCents(payment.amount)} · ${PAYMENT_METHOD_NAMES[payment.method]}`}>
            {formatDateTime(payment.createdAt)}{' '}
            {payment.registrationId !== null && <RegistrationLink id={payment.registrationId} />}
          </RowText>
          <PaymentState payment={payment} />
        </>
      )}
      action={<All path="/admin/payments" params={{ search: email }} />}
    />
  );
}

export function Credits({ id }: Of) {
  const pages = usePages((page) => userTransactionsQuery(id, page));
  return (
    <Rows
      texts={texts.credits}
      pages={pages}
      row={(entry) => (
        <>
          <RowText main={entry.reason}>
            {formatDateTime(entry.createdAt)} · {credits.author(authorOf(entry))}
          </RowText>
          <div className="flex-none tabular-nums text-right">
            <strong>{formatSignedCredits(entry.delta)}</strong>
            <div className="g2-meta">
              {credits.balanceAfter} {formatCredits(entry.balanceAfter)}
            </div>
          </div>
        </>
      )}
    />
  );
}

export function Trail({ id }: Of) {
  const pages = usePages((page) => trailQuery(id, page));
  return (
    <Rows
      texts={texts.trail}
      pages={pages}
      row={({ at, action, actorName }) => (
        <RowText main={ACT_NAMES[action] ?? action}>
          {formatDateTime(at)} · {credits.author(actorName ?? SYSTEM)}
        </RowText>
      )}
      action={
        <div className="g2-row">
          <All path="/admin/trilha" params={{ subject: id }} />
          <RecordLink to={`/admin/trilha?${new URLSearchParams({ actor: id })}`}>{texts.acts}</RecordLink>
        </div>
      }
    />
  );
}
