import type { DeviceKind, Session } from '@g2/gateway/contract/sessions';
import { Button } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
  type TablerIcon,
} from '@tabler/icons-react';
import { reasonOf } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../ui/toast-store.ts';
import { useEndSession } from './api.ts';
import classes from './sessions.module.css';
import { texts as t } from './texts.ts';

const ICONS: Readonly<Record<DeviceKind, TablerIcon>> = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
};

/** One open session with a button that ends it; the current session is ended by 'Sair' in the menu. */
export function SessionItem({ session }: { session: Session }) {
  const end = useEndSession();
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
