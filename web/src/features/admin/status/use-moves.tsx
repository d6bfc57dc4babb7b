import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { useUser } from '../../../lib/session.ts';
import { changeStatus } from '../../../shared/registration/staff-change.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { readRegistration } from '../api.ts';
import { texts } from '../texts.ts';
import type { BulkLook, BulkRow } from './bulk.ts';
import { moveRow } from './moves.ts';
import { type Bulk, useBulk } from './use-bulk.ts';

const t = texts.status;

const LOOK: BulkLook = {
  rowStates: {
    waiting: ({ status }) => t.rowStates.waiting(STATUS_NAMES[status]),
    running: t.rowStates.running,
    done: ({ status }) => t.rowStates.done(STATUS_NAMES[status]),
  },
  rowFailed: t.rowFailed,
  summary: t.summary,
  progressLabel: t.progressLabel,
  done: t.bulkDone,
  doneText: t.bulkDoneText,
  failed: t.bulkFailed,
  failedText: t.bulkFailedText,
  badge: ({ status }) => <StatusBadge status={status} />,
};

type Own = (record: StaffRegistration) => Partial<ChangeStatusBody>;

export interface Moves extends Bulk {
  /** @param own fields of the request body that are specific to one record */
  readonly move: (records: readonly StaffRegistration[], body: ChangeStatusBody, own?: Own) => void;
}

export function useMoves(onAllDone: (rows: readonly BulkRow[]) => void): Moves {
  const userId = useUser()?.id;
  const bulk = useBulk(LOOK, onAllDone);
  return {
    ...bulk,
    move: (records, body, own = () => ({})) =>
      bulk.start(records, (row) =>
        moveRow(row, { ...body, ...own(row.record) }, userId, {
          change: changeStatus,
          look: readRegistration,
        }),
      ),
  };
}
