import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts.ts';
import { RegistrationDetails } from './registration-details.tsx';
import { StatusDialog } from './status-dialog.tsx';

type Kind = 'details' | 'status';
type Open = {
  readonly record: StaffRegistration;
  readonly kind: Kind;
  readonly shown: boolean;
  readonly turn: number;
};

interface RecordDialogs {
  readonly open: (record: StaffRegistration, kind: Kind) => void;
  /** To be rendered once, beside the list. */
  readonly dialogs: ReactNode;
}

/** The dialogs about a registration; they show what the list has learnt since, or else what it knew last. */
export function useRecordDialogs(items: readonly StaffRegistration[] | undefined): RecordDialogs {
  const [state, setState] = useState<Open | null>(null);
  const record = items?.find(({ id }) => id === state?.record.id) ?? state?.record;
  const close = (id: string) => setState((now) => (now?.record.id === id ? { ...now, shown: false } : now));
  const shows = (kind: Kind) => state?.shown === true && state.kind === kind;
  return {
    open: (next, kind) =>
      setState((now) => ({ record: next, kind, shown: true, turn: (now?.turn ?? 0) + 1 })),
    dialogs: record && state && (
      <>
        <Modal
          opened={shows('details')}
          onClose={() => close(record.id)}
          title={`${texts.details.title}: ${record.title}`}
          size={720}
        >
          <RegistrationDetails registration={record} />
        </Modal>
        {/* A new form each time it is opened. */}
        <StatusDialog
          key={state.turn}
          opened={shows('status')}
          registration={record}
          onClose={() => close(record.id)}
        />
      </>
    ),
  };
}
