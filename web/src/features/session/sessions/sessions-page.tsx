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
import { reasonOf } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Page } from '../../../ui/page.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { ProfileNav } from '../profile-nav.tsx';
import { texts as t } from './texts.ts';

const SESSIONS_KEY = [sessionCalls.listSessions.path];

export function SessionsPage() {
  const sessions = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => call(sessionCalls.listSessions, { signal }),
    // Other browsers may have opened or ended sessions.
    staleTime: 0,
  });
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        <ProfileNav />
        <QueryFrame query={sessions} loading={<PageSpinner />} failed={t.loadFailed}>
          {({ items }) => <OpenSessions items={items} />}
        </QueryFrame>
      </Stack>
    </Page>
  );
}

function OpenSessions({ items }: { items: readonly Session[] }) {
  const otherCount = items.filter(({ current }) => !current).length;
  return (
    <>
      <ul className="g2-panel g2-rows" aria-label={t.listLabel}>
        {items.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <div className="g2-spread">
        <p className="g2-note" role="status">
          {otherCount === 0 ? t.onlySession : t.lastUseDelay}
        </p>
        {otherCount > 0 && <EndOtherSessions count={otherCount} />}
      </div>
    </>
  );
}

/** Ends sessions. Refetches the list also after a failure, because the session may have ended already. */
function useEndSessions<Input>(endSessions: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: endSessions,
    onError: (error) => notify.error(t.endFailed, reasonOf(error, t.endFailedText)),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

function EndOtherSessions({ count }: { count: number }) {
  const [isConfirming, setConfirming] = useState(false);
  const [revokesTokens, setRevokesTokens] = useState(false);
  const endMutation = useEndSessions((revokeApiTokens: boolean) =>
    call(sessionCalls.endOtherSessions, revokeApiTokens ? { query: { revokeApiTokens: 'true' } } : {}),
  );
  const submit = () =>
    endMutation.mutate(revokesTokens, {
      onSuccess: () => notify.success(t.othersEnded, t.othersEndedText),
      onSettled: () => setConfirming(false),
    });
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t.endOthers}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t.endOthersTitle}
        confirm={t.endOthers}
        danger
        pending={endMutation.isPending}
        onConfirm={submit}
        onClose={() => setConfirming(false)}
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

/** An open session with a button to end it. The current session has no button; the user menu ends it. */
function SessionItem({ session }: { session: Session }) {
  const endMutation = useEndSessions((sessionId: string) =>
    call(sessionCalls.endSession, { params: { id: sessionId } }),
  );
  const { id, device, current } = session;
  const Icon = ICONS[session.deviceKind] ?? IconDeviceUnknown;
  const openedAt = formatDateTime(session.createdAt);
  const submit = () =>
    endMutation.mutate(id, { onSuccess: () => notify.success(t.ended, t.endedText(device)) });
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-3 py-4 px-(--g2-edge) phone:grid-cols-[auto_1fr]">
      <Icon className="text-muted" size={26} stroke={1.6} aria-hidden />
      <div>
        <p className="m-0 font-semibold wrap-anywhere">
          {device}
          {current && <span className="g2-badge ml-2 text-accent bg-accent-soft">{t.currentSession}</span>}
        </p>
        <p className="g2-note">{current ? t.inUse : t.lastUsed(formatDateTime(session.lastUsedAt))}</p>
        <p className="g2-note">
          {session.address !== '' && `${t.address(session.address)} · `}
          {t.opened(openedAt)}
        </p>
      </div>
      {!current && (
        <Button
          className="phone:col-2 phone:justify-self-start"
          size="sm"
          variant="default"
          loading={endMutation.isPending}
          aria-label={t.endLabel(device, openedAt)}
          onClick={submit}
        >
          {t.endButton}
        </Button>
      )}
    </li>
  );
}
