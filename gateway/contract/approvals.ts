import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import {
  answerWord,
  body,
  count,
  id,
  pageOf,
  pageQuery,
  person,
  queryFlag,
  STAFF_PAGE_SIZE,
  timestamp,
} from './common.ts';
import { text } from './texts.ts';

/** `approved` is not finished: it may be approved once more to end it. */
const APPROVAL_STATES = ['open', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const;

/** Answered with 202 in place of a route's own answer: the act waits for the approval of another admin. */
export const approvalAsked = z
  .object({ code: z.literal('approval-needed'), message: z.string(), approvalId: id })
  .meta({ id: 'ApprovalAsked' });
export type ApprovalAsked = z.infer<typeof approvalAsked>;

/** An act that an admin asked for: the operation with the parts of its request. People are null while names cannot be read. */
export const approval = z
  .object({
    id,
    operation: z.string(),
    params: z.record(z.string(), z.string()),
    body: z.record(z.string(), z.unknown()),
    /** The account that it changes. */
    about: person.nullable(),
    state: answerWord(APPROVAL_STATES),
    /** The reader asked for it. */
    isOwn: z.boolean(),
    requestedBy: person.nullable(),
    requestedAt: timestamp,
    expiresAt: timestamp,
    decidedBy: person.nullable(),
    decidedAt: timestamp.nullable(),
    /** Why it was refused. */
    note: z.string(),
    /** Why it could not be done. */
    failure: z.string(),
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof approval>;

/** `waiting`: those that the reader may decide on. */
export const approvalPage = pageOf(approval).extend({ waiting: count }).meta({ id: 'ApprovalPage' });

/** `over`: those that were decided, withdrawn or expired, in place of those that wait. */
export const approvalListQuery = pageQuery(STAFF_PAGE_SIZE).extend({ over: queryFlag });

export const refuseApprovalBody = body({ note: text(MAX_LENGTH.reason, 'Informe o motivo da recusa') });
