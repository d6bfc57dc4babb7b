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
  currentOperatorText,
  droppedAssignmentsQuery,
  isActiveStaff,
  restoreAssignments,
  restoredText,
} from '../users/former-assignments.tsx';
import { texts as usersTexts } from '../users/texts.ts';
import { ActiveBadge, nameOf, RoleBadge, UserActions } from '../users/user-cells.tsx';
import { useUserDialogs } from '../users/user-dialogs.tsx';
import type { UserAction } from '../users/user-rules.ts';
import { accountQuery } from './api.ts';
import { LazySection, ListSection, usePages } from './section.tsx';
import {
  Credits,
  Mails,
  Payments,
  RegistrationRow,
  Registrations,
  Sessions,
  TrailEntries,
} from './sections.tsx';
import { texts as t } from './texts.ts';

const { assignments } = usersTexts;
const ACTIONS: readonly UserAction[] = [
  'edit',
  'changeRole',
  'adjustCredits',
  'resetPassword',
  'resetFactor',
  'toggleActive',
  'remove',
];

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
      title={t.notFound}
      text={t.notFoundText}
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
            title={t.accountData}
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
          <DroppedAssignments user={user} />
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
            <TrailEntries id={user.id} />
          </LazySection>
        </div>
      </div>
      {dialogs}
    </SectionPage>
  );
}

/** The sign-in methods of an account, as a Portuguese list. */
const signInMethodsText = ({ password, passkeys, links }: AdminAccount['waysIn']): string =>
  [
    ...(password ? [t.signInMethods.password] : []),
    ...(passkeys > 0 ? [t.signInMethods.passkeys(passkeys)] : []),
    ...links.map(({ name }) => name),
  ].join(', ') || t.signInMethods.none;

const AccountFacts = ({ user }: { user: AdminAccount }) => (
  <Facts>
    <Fact name={t.email}>
      {user.email} ({user.emailVerified ? t.emailVerified : t.emailUnverified})
    </Fact>
    <Fact name={t.role}>
      <RoleBadge role={user.role} />
    </Fact>
    <Fact name={t.status}>
      <ActiveBadge active={user.isActive} />
    </Fact>
    <Fact name={t.signInMethods.label}>{signInMethodsText(user.waysIn)}</Fact>
    <Fact name={t.factor}>{user.mfaEnabled ? t.factorOn : t.factorOff}</Fact>
    <Fact name={t.balance}>{formatCredits(user.credits)}</Fact>
    <Fact name={t.createdAt}>{formatDateTime(user.createdAt)}</Fact>
    <Fact name={t.updatedAt}>{formatDateTime(user.updatedAt)}</Fact>
    <Fact name={t.id}>
      <code>{user.id}</code>
    </Fact>
  </Facts>
);

/** The assignments that an account lost on leaving the staff, and a button to restore them. */
function DroppedAssignments({ user }: { user: AdminAccount }) {
  const pages = usePages((page) => droppedAssignmentsQuery(user.id, page));
  // No skeleton while loading, because the section does not exist without lost assignments.
  if (pages.query.isPending) return null;
  return (
    <ListSection
      texts={{ ...assignments, empty: '' }}
      pages={pages}
      row={(registration) => (
        <RegistrationRow registration={registration}>
          {currentOperatorText(registration)} ·{' '}
          {assignments.removedOn(formatDateTime(registration.droppedAt))}
        </RegistrationRow>
      )}
      action={<RestoreButton user={user} free={pages.query.data?.free ?? 0} />}
    />
  );
}

function RestoreButton({ user, free }: { user: AdminAccount; free: number }) {
  const restoration = useAdminMutation('registrations', () => restoreAssignments(user.id), {
    onSuccess: (result) => notify.success(assignments.title, restoredText(result)),
    failed: [assignments.restoreFailed, assignments.restoreFailedText],
  });
  if (!isActiveStaff(user)) return <span className="g2-meta">{assignments.staffOnly}</span>;
  if (free === 0) return null;
  return (
    <Button
      variant="default"
      size="sm"
      loading={restoration.isPending}
      onClick={() => restoration.mutate(undefined)}
    >
      {assignments.restore(free)}
    </Button>
  );
}
