import type { Page } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIdParam } from '../../../lib/use-id-param.ts';
import { StatusDialog } from '../../../shared/registration/status-change/status-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';

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
