import { z } from 'zod';
import { count, id, pageOf, person, timestamp } from './common.ts';
import { statusWord } from './statuses.ts';

/**
 * What somebody had who was staff no longer, and is not done yet. Who works on it since: nobody where `assignedOperatorId`
 * is null; `assignedOperator` is null too while names cannot be read.
 */
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

/** `free`: how many of all of them nobody works on. */
export const droppedAssignmentPage = pageOf(droppedAssignment)
  .extend({ free: count })
  .meta({ id: 'DroppedAssignmentPage' });
export type DroppedAssignmentPage = z.infer<typeof droppedAssignmentPage>;

/** How many were given back, and how many a colleague works on since and keeps. */
export const restoredAssignments = z
  .object({ restored: count, kept: count })
  .meta({ id: 'RestoredAssignments' });
export type RestoredAssignments = z.infer<typeof restoredAssignments>;
