import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { useUser } from '../../../lib/session.ts';
import { changeStatus } from '../../../shared/registration/staff-change.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { readRegistration } from '../api.ts';
import type { BulkLook } from './bulk.ts';
import { type Bulk, useBulk } from './bulk-modal.tsx';
import { moveRow } from './moves.ts';
import { texts } from './texts.ts';

const LOOK: BulkLook = { ...texts.moves, badge: ({ status }) => <StatusBadge status={status} /> };

type Own = (record: StaffRegistration) => Partial<ChangeStatusBody>;

export interface Moves extends Bulk {
  /** @param own fields of the request body that are specific to one record */
  readonly move: (records: readonly StaffRegistration[], body: ChangeStatusBody, own?: Own) => void;
}

export function useMoves(onLeave: (ids: readonly string[]) => void): Moves {
  const userId = useUser()?.id;
  const bulk = useBulk(LOOK, onLeave);
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
