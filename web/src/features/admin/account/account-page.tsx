import '../../../ui/mantine-forms.ts';
import type { FormerAssignment } from '@g2/gateway/contract/former-assignments';
import type { AdminAccount } from '@g2/gateway/contract/own-data';
import { Button, Tooltip } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatCredits, formatDateTime } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { Fact, Facts, Panel } from '../../../ui/facts.tsx';
import { MessagePage, Page, WidePage } from '../../../ui/page.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { AdminSections } from '../sections.tsx';
import { holderOf } from '../users/give-back.tsx';
import { droppedQuery, isAtWork, restoreAssignments, restoredWords } from '../users/leftovers.ts';
import { texts as leftoversTexts } from '../users/leftovers-texts.ts';
import { UserActions } from '../users/user-actions.tsx';
import { ActiveBadge, nameOf, RoleBadge } from '../users/user-cells.tsx';
import { useUserDialogs } from '../users/user-dialogs.tsx';
import type { UserAction } from '../users/user-rules.ts';
import classes from './account.module.css';
import { accountQuery } from './api.ts';
import { Credits, Payments } from './money-sections.tsx';
import { Rows } from './section.tsx';
import { Mails, Registrations, Sessions, Trail } from './sections.tsx';
import { texts as t } from './texts.ts';

const ACTIONS: readonly UserAction[] = ['edit', 'role', 'credits', 'password', 'factor', 'active', 'remove'];

export function AccountPage() {
  const { id = '' } = useParams();
  const { data, isPending, isFetching, refetch } = useQuery(accountQuery(id));
  if (isPending) return <PageSpinner />;
  if (data === undefined) {
    return (
      <Page title={t.loading}>
        <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return data === null ? <Gone /> : <Account key={data.id} user={data} />;
}

const Gone = () => (
  <MessagePage
    title={t.gone}
    text={t.goneText}
    icon={<IconUserOff size={32} aria-hidden />}
    actions={
      <Button component={Link} to="/admin/users">
        {t.back}
      </Button>
    }
  />
);

function Account({ user }: { user: AdminAccount }) {
  const { open, dialogs } = useUserDialogs();
  const actorId = useUser()?.id;
  return (
    <WidePage>
      <Page title={nameOf(user)} lead={user.email}>
        <AdminSections current="/admin/users" />
        <div className={classes.columns}>
          <div className={classes.column}>
            <Panel
              title={t.data}
              action={
                <Tooltip.Group>
                  <UserActions user={user} actorId={actorId} actions={ACTIONS} onAction={open} />
                </Tooltip.Group>
              }
            >
              <AccountFacts user={user} />
            </Panel>
            <Sessions id={user.id} />
            <Mails id={user.id} />
            <Dropped user={user} />
          </div>
          <div className={classes.column}>
            <Registrations id={user.id} />
            <Payments id={user.id} email={user.email} />
            <Credits id={user.id} />
            <Trail id={user.id} />
          </div>
        </div>
        {dialogs}
      </Page>
    </WidePage>
  );
}

/** The sign-in methods of an account, in Portuguese. */
const waysOf = ({ password, passkeys, links }: AdminAccount['waysIn']): string =>
  [
    ...(password ? [t.ways.password] : []),
    ...(passkeys > 0 ? [t.ways.passkeys(passkeys)] : []),
    ...links.map(({ name }) => name),
  ].join(', ') || t.ways.none;

const AccountFacts = ({ user }: { user: AdminAccount }) => (
  <Facts>
    <Fact name={t.email}>
      {user.email} ({user.emailVerified ? t.proven : t.unproven})
    </Fact>
    <Fact name={t.role}>
      <RoleBadge role={user.role} />
    </Fact>
    <Fact name={t.status}>
      <ActiveBadge active={user.isActive} />
    </Fact>
    <Fact name={t.ways.name}>{waysOf(user.waysIn)}</Fact>
    <Fact name={t.factor}>{user.mfaEnabled ? t.factorOn : t.factorOff}</Fact>
    <Fact name={t.balance}>{formatCredits(user.credits)}</Fact>
    <Fact name={t.since}>{formatDateTime(user.createdAt)}</Fact>
    <Fact name={t.changed}>{formatDateTime(user.updatedAt)}</Fact>
    <Fact name={t.id}>
      <code>{user.id}</code>
    </Fact>
  </Facts>
);

/** The assignments an account lost when it left the staff, and the button to restore them. No section without any. */
function Dropped({ user }: { user: AdminAccount }) {
  const [page, onPage] = useState(1);
  const query = useQuery(droppedQuery(user.id, page));
  // No placeholder while loading, because the section may not exist.
  if (query.isPending) return null;
  return (
    <Rows
      texts={{ ...leftoversTexts, empty: '' }}
      query={query}
      page={page}
      onPage={onPage}
      row={(one) => <DroppedRow dropped={one} />}
      action={<Give user={user} free={query.data?.free ?? 0} />}
    />
  );
}

function Give({ user, free }: { user: AdminAccount; free: number }) {
  const give = useAdminMutation('registrations', () => restoreAssignments(user.id), {
    onSuccess: (given) => notify.success(leftoversTexts.title, restoredWords(given)),
    failed: [leftoversTexts.giveFailed, leftoversTexts.giveFailedText],
  });
  if (!isAtWork(user)) return <span className="g2-meta">{leftoversTexts.notStaff}</span>;
  if (free === 0) return null;
  return (
    <Button variant="default" size="sm" loading={give.isPending} onClick={() => give.mutate(undefined)}>
      {leftoversTexts.give(free)}
    </Button>
  );
}

function DroppedRow({ dropped }: { dropped: FormerAssignment }) {
  return (
    <>
      <div className={classes.what}>
        <Link to={`/operator/registrations/${dropped.id}`} className={classes.title}>
          {dropped.title}
        </Link>
        <span className="g2-meta">
          {holderOf(dropped)} · {leftoversTexts.when(formatDateTime(dropped.droppedAt))}
        </span>
      </div>
      <StatusBadge status={dropped.status} />
    </>
  );
}
