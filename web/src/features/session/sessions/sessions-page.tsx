import '../../../ui/mantine-forms.ts';
import { sessionCalls } from '@g2/gateway/contract/gen/calls/sessions';
import type { DeviceKind, Session } from '@g2/gateway/contract/sessions';
import { Button, Checkbox, Stack } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { failedToLoad, reasonOf } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Page } from '../../../ui/page.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { sessionsQuery } from '../api.ts';
import { ProfileNav } from '../profile-nav.tsx';
import classes from './sessions.module.css';
import { texts as t } from './texts.ts';

export function SessionsPage() {
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        <ProfileNav />
        <OpenSessions />
      </Stack>
    </Page>
  );
}

function OpenSessions() {
  const sessions = useQuery(sessionsQuery);
  if (failedToLoad(sessions)) {
    return (
      <RetryLine text={t.notLoaded} busy={sessions.isFetching} onRetry={() => void sessions.refetch()} />
    );
  }
  if (sessions.data === undefined) return <PageSpinner />;
  const { items } = sessions.data;
  const others = items.filter(({ current }) => !current).length;
  return (
    <>
      <ul className={`g2-panel ${classes.list}`} aria-label={t.list}>
        {items.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <div className={classes.foot}>
        <p className="g2-note" role="status">
          {others === 0 ? t.alone : t.precision}
        </p>
        {others > 0 && <EndOthers count={others} />}
      </div>
    </>
  );
}

/** Ends sessions. Refetches the list also after a failure, because a session may already have ended. */
function useEnd<Given>(end: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

function EndOthers({ count }: { count: number }) {
  const [asked, setAsked] = useState(false);
  const [revokesTokens, setRevokesTokens] = useState(false);
  const end = useEnd((revokeApiTokens: boolean) =>
    call(sessionCalls.endOtherSessions, revokeApiTokens ? { query: { revokeApiTokens: 'true' } } : {}),
  );
  const submit = () =>
    end.mutate(revokesTokens, {
      onSuccess: () => notify.success(t.othersEnded, t.othersEndedText),
      onError: (error) => notify.error(t.failed, reasonOf(error, t.failedText)),
      onSettled: () => setAsked(false),
    });
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t.endOthers}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t.endOthersTitle}
        confirm={t.endOthers}
        danger
        pending={end.isPending}
        onConfirm={submit}
        onClose={() => setAsked(false)}
      >
        <p>{t.endOthersText(count)}</p>
        <Checkbox
          size="md"
          label={t.revokeTokens}
          description={t.revokeTokensText}
          checked={revokesTokens}
          onChange={(event) => setRevokesTokens(event.currentTarget.checked)}
        />
      </ConfirmDialog>
    </>
  );
}

const ICONS: Readonly<Record<DeviceKind, TablerIcon>> = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
};

/** One open session with a button that ends it; the current session is ended by 'Sair' in the menu. */
function SessionItem({ session }: { session: Session }) {
  const end = useEnd((sessionId: string) => call(sessionCalls.endSession, { params: { id: sessionId } }));
  const { id, device, current } = session;
  const Icon = ICONS[session.deviceKind] ?? IconDeviceUnknown;
  const opened = formatDateTime(session.createdAt);
  const submit = () =>
    end.mutate(id, {
      onSuccess: () => notify.success(t.ended, t.endedText(device)),
      onError: (error) => notify.error(t.failed, reasonOf(error, t.failedText)),
    });
  return (
    <li className={classes.item}>
      <Icon className={classes.icon} size={26} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.name}>
          {device}
          {current && <span className={`g2-badge ${classes.here}`}>{t.current}</span>}
        </p>
        <p className="g2-note">{current ? t.inUse : t.lastUsed(formatDateTime(session.lastUsedAt))}</p>
        <p className="g2-note">
          {session.address !== '' && `${t.address(session.address)} · `}
          {t.opened(opened)}
        </p>
      </div>
      {!current && (
        <Button
          className={classes.action ?? ''}
          size="sm"
          variant="default"
          loading={end.isPending}
          aria-label={t.endOf(device, opened)}
          onClick={submit}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}
