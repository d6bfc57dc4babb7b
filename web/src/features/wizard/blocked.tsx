import { Button } from '@mantine/core';
import { IconFileUnknown, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { recordPath } from '../../shared/registration/api.ts';
import { MessagePage } from '../../ui/page.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { useArrival } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';

const t = texts.blocked;

/** The registration does not exist or belongs to another user. */
export function Missing() {
  return <Blocked icon={<IconFileUnknown size={32} aria-hidden />} title={t.missing} text={t.missingText} />;
}

/** The registration is paid and in progress, so the wizard cannot change it. */
export function Locked({ id }: { id: string }) {
  return (
    <Blocked icon={<IconLock size={32} aria-hidden />} title={t.locked} text={t.lockedText}>
      <Button component={Link} to={recordPath(id)}>
        {t.record}
      </Button>
    </Blocked>
  );
}

export function Failed({ onRetry }: { onRetry: () => void }) {
  useArrival();
  return (
    <MessagePage
      icon={<IconPlugConnectedX size={32} aria-hidden />}
      title={t.failed}
      text={t.failedText}
      actions={
        <>
          <Button onClick={onRetry}>{ui.retry}</Button>
          <Button component={Link} to="/dashboard" variant="default">
            {t.dashboard}
          </Button>
        </>
      }
    />
  );
}

interface BlockedProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** Additional actions, placed before the default ones. */
  readonly children?: ReactNode;
}

function Blocked({ icon, title, text, children }: BlockedProps) {
  useArrival();
  return (
    <MessagePage
      icon={icon}
      title={title}
      text={text}
      actions={
        <>
          {children}
          <Button component={Link} to="/dashboard" variant={children === undefined ? 'filled' : 'default'}>
            {t.dashboard}
          </Button>
          <Button component={Link} to={stepPath('basic')} variant="default">
            {t.fresh}
          </Button>
        </>
      }
    />
  );
}
