import { Button } from '@mantine/core';
import { useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useEndSessions } from './api.ts';
import type { Of } from './section.tsx';
import { texts } from './texts.ts';

const t = texts.sessions;

export function EndSessions({ id }: Of) {
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
