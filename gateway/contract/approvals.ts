import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import { body, count, id, openEnum, pageOf, pageQuery, person, queryFlag, timestamp } from './common.ts';
import { STAFF_PAGE_SIZE } from './constants.ts';
import { requiredText } from './texts.ts';

/** `approved` is not final: if the execution was interrupted, approving the request again completes it. */
const APPROVAL_STATES = ['open', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const;

/** Body of a 202 response, in place of the route's usual body: the operation waits for another admin's approval. */
export const approvalRequested = z
  .object({ code: z.literal('approval-needed'), message: z.string(), approvalId: id })
  .meta({ id: 'ApprovalAsked' });
export type ApprovalRequested = z.infer<typeof approvalRequested>;

/** Fields with a person are null while names cannot be read. */
export const approval = z
  .object({
    id,
    operation: z.string(),
    params: z.record(z.string(), z.string()),
    body: z.record(z.string(), z.unknown()),
    /** The account that the operation changes. */
    about: person.nullable(),
    state: openEnum(APPROVAL_STATES),
    isOwn: z.boolean(),
    requestedBy: person.nullable(),
    requestedAt: timestamp,
    expiresAt: timestamp,
    decidedBy: person.nullable(),
    decidedAt: timestamp.nullable(),
    /** Reason of the refusal; empty for a request that was not refused. */
    note: z.string(),
    failure: z.string(),
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof approval>;

/** `waiting`: number of requests that the caller may approve or refuse. */
export const approvalPage = pageOf(approval).extend({ waiting: count }).meta({ id: 'ApprovalPage' });

/** `over=true` lists decided, withdrawn and expired requests instead of the pending ones. */
export const approvalListQuery = pageQuery(STAFF_PAGE_SIZE).extend({ over: queryFlag });

export const refuseApprovalBody = body({
  note: requiredText(MAX_LENGTH.reason, 'Informe o motivo da recusa'),
});
