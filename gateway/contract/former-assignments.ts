import { z } from 'zod';
import { count, id, pageOf, person, timestamp } from './common.ts';
import { openStatus } from './statuses.ts';

/** Unfinished work of an operator who left the staff. `assignedOperator` is null while names cannot be read. */
const formerAssignment = z
  .object({
    id,
    title: z.string(),
    status: openStatus,
    droppedAt: timestamp,
    assignedOperatorId: id.nullable(),
    assignedOperator: person.nullable(),
  })
  .meta({ id: 'DroppedAssignment' });
export type FormerAssignment = z.infer<typeof formerAssignment>;

/** `free` counts the unassigned ones. */
export const formerAssignmentPage = pageOf(formerAssignment)
  .extend({ free: count })
  .meta({ id: 'DroppedAssignmentPage' });
export type DroppedAssignmentPage = z.infer<typeof formerAssignmentPage>;

/** `kept` counts those that stay with a colleague who took them over. */
export const restoredAssignments = z
  .object({ restored: count, kept: count })
  .meta({ id: 'RestoredAssignments' });
export type RestoredAssignments = z.infer<typeof restoredAssignments>;
