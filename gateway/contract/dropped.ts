import { z } from 'zod';
import { count, id, pageOf, person, timestamp } from './common.ts';
import { statusWord } from './statuses.ts';

/** Unfinished work of an operator who left the staff. `assignedOperator` is null while names cannot be read. */
const droppedAssignment = z
  .object({
    id,
    title: z.string(),
    status: statusWord,
    droppedAt: timestamp,
    assignedOperatorId: id.nullable(),
    assignedOperator: person.nullable(),
  })
  .meta({ id: 'DroppedAssignment' });
export type DroppedAssignment = z.infer<typeof droppedAssignment>;

/** `free` counts the unassigned ones. */
export const droppedAssignmentPage = pageOf(droppedAssignment)
  .extend({ free: count })
  .meta({ id: 'DroppedAssignmentPage' });
export type DroppedAssignmentPage = z.infer<typeof droppedAssignmentPage>;

/** `kept` counts those that stay with a colleague who took them over. */
export const restoredAssignments = z
  .object({ restored: count, kept: count })
  .meta({ id: 'RestoredAssignments' });
export type RestoredAssignments = z.infer<typeof restoredAssignments>;
