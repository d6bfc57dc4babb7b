import '../../../ui/mantine-forms.ts';
import type { AdminAccount } from '@g2/gateway/contract/own-data';
import { Button, Tooltip } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { formatCredits, formatDateTime } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { Fact, Facts, Panel } from '../../../ui/facts.tsx';
import { MessagePage, Page } from '../../../ui/page.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { SectionPage } from '../sections.tsx';
import {
  droppedQuery,
  holderOf,
  isActiveStaff,
  restoreAssignments,
  restoredText,
} from '../users/former-assignments.tsx';
import { texts as usersTexts } from '../users/texts.ts';
import { ActiveBadge, nameOf, RoleBadge, UserActions } from '../users/user-cells.tsx';
import { useUserDialogs } from '../users/user-dialogs.tsx';
import type { UserAction } from '../users/user-rules.ts';
import { accountQuery } from './api.ts';
import { LazySection, Rows, usePages } from './section.tsx';
import { Credits, Mails, Payments, RegistrationRow, Registrations, Sessions, Trail } from './sections.tsx';
import { texts as t } from './texts.ts';

const { assignments } = usersTexts;
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
  if (data !== null) return <Account key={data.id} user={data} />;
  const back = (
    <Button component={Link} to="/admin/users">
      {t.back}
    </Button>
  );
  return (
    <MessagePage
      title={t.gone}
      text={t.goneText}
      icon={<IconUserOff size={32} aria-hidden />}
      actions={back}
    />
  );
}

function Account({ user }: { user: AdminAccount }) {
  const { open, dialogs } = useUserDialogs();
  const actorId = useUser()?.id;
  return (
    <SectionPage title={nameOf(user)} lead={user.email} current="/admin/users">
      <div className="grid gap-6 items-start desktop:grid-cols-2">
        <div className="grid gap-6 min-w-0">
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
          <LazySection title={t.sessions.title}>
            <Sessions id={user.id} />
          </LazySection>
          <LazySection title={t.mails.title}>
            <Mails id={user.id} />
          </LazySection>
          <Dropped user={user} />
        </div>
        <div className="grid gap-6 min-w-0">
          <LazySection title={t.registrations.title}>
            <Registrations id={user.id} />
          </LazySection>
          <LazySection title={t.payments.title}>
            <Payments id={user.id} email={user.email} />
          </LazySection>
          <LazySection title={t.credits.title}>
            <Credits id={user.id} />
          </LazySection>
          <LazySection title={t.trail.title}>
            <Trail id={user.id} />
          </LazySection>
        </div>
      </div>
      {dialogs}
    </SectionPage>
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
  const pages = usePages((page) => droppedQuery(user.id, page));
  // No placeholder while loading, because the section may not exist.
  if (pages.query.isPending) return null;
  return (
    <Rows
      texts={{ ...assignments, empty: '' }}
      pages={pages}
      row={(one) => (
        <RegistrationRow registration={one}>
          {holderOf(one)} · {assignments.when(formatDateTime(one.droppedAt))}
        </RegistrationRow>
      )}
      action={<Give user={user} free={pages.query.data?.free ?? 0} />}
    />
  );
}

function Give({ user, free }: { user: AdminAccount; free: number }) {
  const give = useAdminMutation('registrations', () => restoreAssignments(user.id), {
    onSuccess: (given) => notify.success(assignments.title, restoredText(given)),
    failed: [assignments.giveFailed, assignments.giveFailedText],
  });
  if (!isActiveStaff(user)) return <span className="g2-meta">{assignments.notStaff}</span>;
  if (free === 0) return null;
  return (
    <Button variant="default" size="sm" loading={give.isPending} onClick={() => give.mutate(undefined)}>
      {assignments.give(free)}
    </Button>
  );
}
