import type { Page } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type IdParam, useIdParam } from '../../../lib/use-id-param.ts';
import { StatusDialog } from '../../../shared/registration/status-change/status-dialog.tsx';
import { isAlone } from '../../../ui/dialog.ts';
import { Modal } from '../../../ui/modal.tsx';
import { anyRegistrationQuery } from '../api.ts';
import { texts } from '../texts.ts';
import { Unread } from '../unread.tsx';
import { RegistrationDetails } from './registration-details.tsx';

type Open = { readonly record: StaffRegistration; readonly shown: boolean; readonly turn: number };

interface RecordDialogs {
  readonly openId: string | null;
  readonly openDetails: (record: StaffRegistration) => void;
  readonly openStatus: (record: StaffRegistration) => void;
  /** Must be rendered once, beside the list. */
  readonly dialogs: ReactNode;
}

/** URL parameter with the id of the registration in the details dialog. */
export const DETAILS_PARAM = 'open';

/** The dialogs of a registration. They show the record from the refetched list, else as it was when opened. */
export function useRecordDialogs(list: UseQueryResult<Page<StaffRegistration>>): RecordDialogs {
  const details = useIdParam(DETAILS_PARAM);
  const [state, setState] = useState<Open | null>(null);
  const record = list.data?.items.find(({ id }) => id === state?.record.id) ?? state?.record;
  const close = (id: string) => setState((now) => (now?.record.id === id ? { ...now, shown: false } : now));
  const openStatus = (next: StaffRegistration) =>
    setState((now) => ({ record: next, shown: true, turn: (now?.turn ?? 0) + 1 }));
  return {
    openId: details.id,
    openDetails: ({ id }) => details.open(id),
    openStatus,
    dialogs: (
      <>
        <DetailsDialog addressed={details} list={list} onStatus={openStatus} />
        {/* The key gives a fresh form each time the dialog opens. */}
        {record && state && (
          <StatusDialog
            key={state.turn}
            opened={state.shown}
            registration={record}
            onClose={() => close(record.id)}
          />
        )}
      </>
    ),
  };
}

const t = texts.details;

interface DetailsDialogProps {
  readonly addressed: IdParam;
  readonly list: UseQueryResult<Page<StaffRegistration>>;
  readonly onStatus: (record: StaffRegistration) => void;
}

/** The details of the registration in the URL, from the list or, if it is not there, from a request of its own. */
function DetailsDialog({ addressed: { id, close }, list, onStatus }: DetailsDialogProps) {
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
