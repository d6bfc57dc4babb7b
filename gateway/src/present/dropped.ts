import type { DroppedAssignment as ProtoDropped } from '@g2/proto/registration';
import type { DroppedAssignment } from '../../contract/dropped.ts';
import type { Wide } from '../route.ts';
import { iso } from './common.ts';
import { type Names, presentPerson } from './people.ts';

export const presentDropped = (
  { id, title, status, droppedAt, operatorId }: ProtoDropped,
  names: Names,
): Wide<DroppedAssignment> => ({
  id,
  title,
  status,
  droppedAt: iso(droppedAt),
  assignedOperatorId: operatorId ?? null,
  assignedOperator: presentPerson(operatorId, names),
});
