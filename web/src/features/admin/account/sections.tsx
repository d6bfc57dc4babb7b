import type { AccountMail, AccountSession } from '@g2/gateway/contract/own-data';
import { ACT_NAMES } from '@g2/gateway/contract/own-data';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { SYSTEM } from '../../../shared/registration/status-history.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { texts as credits } from '../credits/texts.ts';
import classes from './account.module.css';
import {
  accountRegistrationsQuery,
  mailsQuery,
  sessionsQuery,
  type TrailEntry,
  trailQuery,
  useEndSessions,
} from './api.ts';
import { All, Near, type Of, Rows } from './section.tsx';
import { texts } from './texts.ts';

export const Sessions = ({ id }: Of) => (
  <Near title={texts.sessions.title}>
    <SessionsRows id={id} />
  </Near>
);

function SessionsRows({ id }: Of) {
  const [page, onPage] = useState(1);
  const query = useQuery(sessionsQuery(id, page));
  return (
    <Rows
      texts={texts.sessions}
      query={query}
      page={page}
      onPage={onPage}
      row={(one) => <Session session={one} />}
      action={<EndSessions id={id} />}
    />
  );
}

function Session({
  session: { device, agent, address, createdAt, lastUsedAt, current },
}: {
  session: AccountSession;
}) {
  const t = texts.sessions;
  return (
    <div className={classes.what}>
      <span title={agent}>
        {device}
        {current && ` · ${t.current}`}
      </span>
      <span className="g2-meta">
        {[address, t.last(formatDateTime(lastUsedAt)), t.opened(formatDateTime(createdAt))]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}

export const Registrations = ({ id }: Of) => (
  <Near title={texts.registrations.title}>
    <RegistrationsRows id={id} />
  </Near>
);

function RegistrationsRows({ id }: Of) {
  const [page, onPage] = useState(1);
  const query = useQuery(accountRegistrationsQuery(id, page));
  return (
    <Rows
      texts={texts.registrations}
      query={query}
      page={page}
      onPage={onPage}
      row={(one) => <OneRegistration registration={one} />}
      action={<All to={`/admin?${new URLSearchParams({ tab: 'registrations', user: id })}`} />}
    />
  );
}

function OneRegistration({
  registration: { id, title, status, createdAt },
}: {
  registration: StaffRegistration;
}) {
  return (
    <>
      <div className={classes.what}>
        <Link to={`/operator/registrations/${id}`} className={classes.title}>
          {title}
        </Link>
        <span className="g2-meta">{texts.registrations.created(formatDateTime(createdAt))}</span>
      </div>
      <StatusBadge status={status} />
    </>
  );
}

export const Mails = ({ id }: Of) => (
  <Near title={texts.mails.title}>
    <MailsRows id={id} />
  </Near>
);

function MailsRows({ id }: Of) {
  const [page, onPage] = useState(1);
  const query = useQuery(mailsQuery(id, page));
  return (
    <Rows texts={texts.mails} query={query} page={page} onPage={onPage} row={(one) => <Mail mail={one} />} />
  );
}

function Mail({ mail: { subject, state, attempts, createdAt, sentAt } }: { mail: AccountMail }) {
  const tries = state !== 'sent' && attempts > 1 ? ` · ${texts.mails.attempts(attempts)}` : '';
  return (
    <>
      <div className={classes.what}>
        <span>{subject}</span>
        <span className="g2-meta">
          {formatDateTime(sentAt ?? createdAt)}
          {tries}
        </span>
      </div>
      <span className={adminClasses.badge} data-tone={state === 'given_up' ? 'danger' : 'plain'}>
        {texts.mails.states[state]}
      </span>
    </>
  );
}

export const Trail = ({ id }: Of) => (
  <Near title={texts.trail.title}>
    <TrailRows id={id} />
  </Near>
);

function TrailRows({ id }: Of) {
  const [page, onPage] = useState(1);
  const query = useQuery(trailQuery(id, page));
  return (
    <Rows
      texts={texts.trail}
      query={query}
      page={page}
      onPage={onPage}
      row={(one) => <Act act={one} />}
      action={
        <div className="g2-row">
          <All to={`/admin/trilha?${new URLSearchParams({ subject: id })}`} />
          <All to={`/admin/trilha?${new URLSearchParams({ actor: id })}`}>{texts.acts}</All>
        </div>
      }
    />
  );
}

const actNames: Readonly<Record<string, string>> = ACT_NAMES;

function Act({ act: { at, action, actorName } }: { act: TrailEntry }) {
  return (
    <div className={classes.what}>
      <span>{actNames[action] ?? action}</span>
      <span className="g2-meta">
        {formatDateTime(at)} · {credits.author(actorName ?? SYSTEM)}
      </span>
    </div>
  );
}

const t = texts.sessions;

function EndSessions({ id }: Of) {
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
