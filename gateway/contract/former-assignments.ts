import { z } from 'zod';
import { count, id, pageOf, person, timestamp } from './common.ts';
import { openStatus } from './statuses.ts';

/** Unfinished registration of an operator who left the staff. `assignedOperator`: current assignee or null. */
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

/** `free`: number of these registrations that are unassigned now. */
export const formerAssignmentPage = pageOf(formerAssignment)
  .extend({ free: count })
  .meta({ id: 'DroppedAssignmentPage' });

/**
 * `restored`: registrations assigned to the operator again. `kept`: registrations that stay with a colleague
 * who took them in the meantime.
 */
export const restoredAssignments = z
  .object({ restored: count, kept: count })
  .meta({ id: 'RestoredAssignments' });
export type RestoredAssignments = z.infer<typeof restoredAssignments>;
