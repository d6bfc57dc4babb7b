import type { Page } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IdParam } from '../../../lib/use-id-param.ts';
import { isAlone } from '../../../ui/dialog.ts';
import { Modal } from '../../../ui/modal.tsx';
import { anyRegistrationQuery } from '../api.ts';
import { texts } from '../texts.ts';
import { Unread } from '../unread.tsx';
import { RegistrationDetails } from './registration-details.tsx';

const t = texts.details;

interface DetailsDialogProps {
  readonly addressed: IdParam;
  readonly list: UseQueryResult<Page<StaffRegistration>>;
  readonly onStatus: (record: StaffRegistration) => void;
}

/** The details of the registration in the URL, from the list or, if it is not there, from a request of its own. */
export function DetailsDialog({ addressed: { id, close }, list, onStatus }: DetailsDialogProps) {
  const listed = list.data?.items.find((record) => record.id === id);
  const isElsewhere = id !== null && listed === undefined && !list.isPending;
  const one = useQuery({ ...anyRegistrationQuery(id ?? ''), enabled: isElsewhere });
  // Keep showing the last record while the dialog fades out or a record that left the list is loading.
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
      {record !== null && <RegistrationDetails registration={record} onStatus={onStatus} />}
      {record === null && <Unread query={one} texts={t} onClose={close} />}
    </Modal>
  );
}
