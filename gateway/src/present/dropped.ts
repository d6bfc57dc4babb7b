import type { DroppedAssignment as ProtoDropped } from '@g2/proto/registration';
import type { FormerAssignment } from '../../contract/former-assignments.ts';
import type { Wide } from '../route.ts';
import { iso } from './common.ts';
import { type Names, presentPerson } from './people.ts';

export const presentFormerAssignment = (
  { id, title, status, droppedAt, operatorId }: ProtoDropped,
  names: Names,
): Wide<FormerAssignment> => ({
  id,
  title,
  status,
  droppedAt: iso(droppedAt),
  assignedOperatorId: operatorId ?? null,
  assignedOperator: presentPerson(operatorId, names),
});
