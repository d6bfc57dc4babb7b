import { ACT_NAMES } from '@g2/gateway/contract/audit';
import { PAYMENT_METHOD_NAMES } from '@g2/gateway/contract/payments';
import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { formatCents, formatCredits, formatDateTime, formatSignedCredits } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { SYSTEM_AUTHOR } from '../../../shared/registration/status-history.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { userTransactionsQuery } from '../api.ts';
import { authorOf, Badge, RecordLink } from '../cells.tsx';
import { texts as creditsTexts } from '../credits/texts.ts';
import { PaymentState, RegistrationLink } from '../payments/badges.tsx';
import {
  accountPaymentsQuery,
  accountRegistrationsQuery,
  accountTrailQuery,
  mailsQuery,
  sessionsQuery,
  useEndSessions,
} from './api.ts';
import { ListSection, RowText, usePages } from './section.tsx';
import { texts } from './texts.ts';

interface RegistrationRowProps {
  readonly registration: { readonly id: string; readonly title: string; readonly status: RegistrationStatus };
  readonly children: ReactNode;
}

export const RegistrationRow = ({ registration: { id, title, status }, children }: RegistrationRowProps) => (
  <>
    <RowText mainText={<RecordLink to={`/operator/registrations/${id}`}>{title}</RecordLink>}>
      {children}
    </RowText>
    <StatusBadge status={status} />
  </>
);

/** A link to the full list of a section's items, filtered by the account. */
const FullListLink = ({ path, params }: { path: string; params: Record<string, string> }) => (
  <RecordLink to={`${path}?${new URLSearchParams(params)}`}>{texts.showInList}</RecordLink>
);

interface AccountProps {
  /** The id of the account. */
  readonly id: string;
}

export function Sessions({ id }: AccountProps) {
  const t = texts.sessions;
  const pages = usePages((page) => sessionsQuery(id, page));
  return (
    <ListSection
      texts={t}
      pages={pages}
      row={({ device, agent, address, createdAt, lastUsedAt, current }) => (
        <RowText
          mainText={
            <span title={agent}>
              {device}
              {current && ` · ${t.current}`}
            </span>
          }
        >
          {[address, t.lastUsedOn(formatDateTime(lastUsedAt)), t.openedOn(formatDateTime(createdAt))]
            .filter(Boolean)
            .join(' · ')}
        </RowText>
      )}
      action={<EndSessions id={id} />}
    />
  );
}

function EndSessions({ id }: AccountProps) {
  const t = texts.sessions;
  const [opened, setOpened] = useState(false);
  const endSessions = useEndSessions(id);
  const close = () => setOpened(false);
  const confirm = () =>
    endSessions.mutate(undefined, {
      onSuccess: () => {
        close();
        notify.success(t.ended);
      },
      onError: (error) => notify.error(t.endFailed, reasonOf(error, t.endFailed)),
    });
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpened(true)}>
        {t.endSessions}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t.endSessions}
        confirm={t.endSessions}
        danger
        pending={endSessions.isPending}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{t.endSessionsText}</p>
      </ConfirmDialog>
    </>
  );
}

export function Mails({ id }: AccountProps) {
  const t = texts.mails;
  const pages = usePages((page) => mailsQuery(id, page));
  return (
    <ListSection
      texts={t}
      pages={pages}
      row={({ subject, state, attempts, createdAt, sentAt }) => (
        <>
          <RowText mainText={subject}>
            {formatDateTime(sentAt ?? createdAt)}
            {state !== 'sent' && attempts > 1 && ` · ${t.attempts(attempts)}`}
          </RowText>
          <Badge tone={state === 'given_up' ? 'danger' : 'plain'}>{t.states[state]}</Badge>
        </>
      )}
    />
  );
}

export function Registrations({ id }: AccountProps) {
  const t = texts.registrations;
  const pages = usePages((page) => accountRegistrationsQuery(id, page));
  return (
    <ListSection
      texts={t}
      pages={pages}
      row={(registration) => (
        <RegistrationRow registration={registration}>
          {t.createdOn(formatDateTime(registration.createdAt))}
        </RegistrationRow>
      )}
      action={<FullListLink path="/admin" params={{ tab: 'registrations', user: id }} />}
    />
  );
}

/** @param email the search term of the link to the list of all payments */
export function Payments({ id, email }: AccountProps & { email: string }) {
  const pages = usePages((page) => accountPaymentsQuery(id, page));
  return (
    <ListSection
      texts={texts.payments}
      pages={pages}
      row={(payment) => (
        <>
          <RowText mainText={`${formatCents(payment.amount)} · ${PAYMENT_METHOD_NAMES[payment.method]}`}>
            {formatDateTime(payment.createdAt)}{' '}
            {payment.registrationId !== null && <RegistrationLink id={payment.registrationId} />}
          </RowText>
          <PaymentState payment={payment} />
        </>
      )}
      action={<FullListLink path="/admin/payments" params={{ search: email }} />}
    />
  );
}

export function Credits({ id }: AccountProps) {
  const pages = usePages((page) => userTransactionsQuery(id, page));
  return (
    <ListSection
      texts={texts.credits}
      pages={pages}
      row={(entry) => (
        <>
          <RowText mainText={entry.reason}>
            {formatDateTime(entry.createdAt)} · {creditsTexts.author(authorOf(entry))}
          </RowText>
          <div className="flex-none tabular-nums text-right">
            <strong>{formatSignedCredits(entry.delta)}</strong>
            <div className="g2-meta">
              {creditsTexts.balanceAfter} {formatCredits(entry.balanceAfter)}
            </div>
          </div>
        </>
      )}
    />
  );
}

export function TrailEntries({ id }: AccountProps) {
  const pages = usePages((page) => accountTrailQuery(id, page));
  return (
    <ListSection
      texts={texts.trail}
      pages={pages}
      row={({ at, action, actorName }) => (
        <RowText mainText={ACT_NAMES[action] ?? action}>
          {formatDateTime(at)} · {creditsTexts.author(actorName ?? SYSTEM_AUTHOR)}
        </RowText>
      )}
      action={
        <div className="g2-row">
          <FullListLink path="/admin/trilha" params={{ subject: id }} />
          <RecordLink to={`/admin/trilha?${new URLSearchParams({ actor: id })}`}>
            {texts.actionsOfAccount}
          </RecordLink>
        </div>
      }
    />
  );
}
