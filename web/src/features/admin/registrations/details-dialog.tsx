import type { Page } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Modal, Skeleton } from '@mantine/core';
import { IconFileOff, IconPlugConnectedX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError } from '../../../lib/failures.ts';
import type { IdParam } from '../../../lib/use-id-param.ts';
import { isAlone } from '../../../ui/dialog.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { anyRegistrationQuery } from '../api.ts';
import { texts } from '../texts.ts';
import { RegistrationDetails } from './registration-details.tsx';

const t = texts.details;

interface DetailsDialogProps {
  readonly addressed: IdParam;
  readonly list: UseQueryResult<Page<StaffRegistration>>;
}

/** The details of the registration that the address names: as the list knows it, or read by itself where it is elsewhere. */
export function DetailsDialog({ addressed: { id, close }, list }: DetailsDialogProps) {
  const listed = list.data?.items.find((record) => record.id === id);
  const isElsewhere = id !== null && listed === undefined && !list.isPending;
  const one = useQuery({ ...anyRegistrationQuery(id ?? ''), enabled: isElsewhere });
  // What was shown stays while the dialog fades out, and while one that left the list is read by itself.
  const [last, setLast] = useState<StaffRegistration | null>(null);
  const known = listed ?? (isElsewhere ? one.data : undefined);
  if (known !== undefined && known !== last) setLast(known);
  const record = known ?? (id === null || last?.id === id ? last : null);
  return (
    <Modal
      opened={id !== null}
      onClose={() => isAlone() && close()}
      title={record === null ? t.title : `${t.title}: ${record.title}`}
      size={720}
    >
      {record !== null && <RegistrationDetails registration={record} />}
      {record === null && one.error === null && <Waiting />}
      {record === null && one.error !== null && (
        <Failed error={one.error} busy={one.isFetching} onRetry={() => void one.refetch()} onClose={close} />
      )}
    </Modal>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t.loading}>
      <Skeleton height={28} width={120} radius="xl" mb="md" />
      <Skeleton height={96} radius="md" mb="md" />
      <Skeleton height={220} radius="md" />
    </div>
  );
}

interface FailedProps {
  readonly error: Error;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** An address that names nothing will not do so the next time either. */
function Failed({ error, busy, onRetry, onClose }: FailedProps) {
  if (error instanceof HttpError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState alert title={t.notFound} text={t.notFoundText} icon={<IconFileOff size={28} aria-hidden />}>
        <Button size="sm" variant="default" onClick={onClose}>
          {ui.close}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      alert
      title={t.failed}
      text={t.failedText}
      icon={<IconPlugConnectedX size={28} aria-hidden />}
    >
      <Button size="sm" loading={busy} onClick={onRetry}>
        {ui.retry}
      </Button>
    </EmptyState>
  );
}
