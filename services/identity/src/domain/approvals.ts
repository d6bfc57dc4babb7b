import { AppError, invalidField } from '@g2/terms/errors';
import { asksSecond } from '@g2/terms/sensitive-acts';

/** `approved` is not final: the outcome of the approved act is not recorded yet. */
export type ApprovalState = 'open' | 'approved' | 'done' | 'failed' | 'refused' | 'withdrawn';

/** An admin's request for an act that a second admin must approve: gateway route (`operation`) and called rpc. */
export type Approval = {
  id: string;
  operation: string;
  rpc: string;
  /** SHA-256 of the encoded rpc request, hexadecimal. */
  requestHash: string;
  /** `params` and `body` of the gateway request, as JSON objects. */
  params: string;
  body: string;
  state: ApprovalState;
  requestedBy: string;
  requestedAt: Date;
  expiresAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string;
  failure: string;
};

export type ApprovalRequest = Pick<Approval, 'operation' | 'rpc' | 'requestHash' | 'params' | 'body'>;

/** How long a request waits for a decision, ms. */
export const APPROVAL_MS = 7 * 24 * 3_600_000;
/** Time to complete an approved act, ms. Below the retention of idempotency keys (kit idempotency.ts). */
const FINISH_MS = 20 * 3_600_000;
/** How long an approved act is reserved for its approver, ms; then another admin may complete it. */
const APPROVER_MS = 60_000;
const NOTE_LENGTH = 2_000;

/** @throws AppError invalid-input for a malformed hash or an operation that needs no approval */
export function checkApprovalRequest({ operation, rpc, requestHash }: ApprovalRequest): void {
  if (!asksSecond(operation, rpc) || !/^[0-9a-f]{64}$/.test(requestHash)) throw new AppError('invalid-input');
}

export const newApproval = (
  id: string,
  wanted: ApprovalRequest,
  requesterId: string,
  now: Date,
): Approval => ({
  ...wanted,
  id,
  state: 'open',
  requestedBy: requesterId,
  requestedAt: now,
  expiresAt: new Date(now.getTime() + APPROVAL_MS),
  decidedBy: null,
  decidedAt: null,
  note: '',
  failure: '',
});

const isExpired = ({ state, expiresAt }: Pick<Approval, 'state' | 'expiresAt'>, now: Date): boolean =>
  (state === 'open' || state === 'approved') && expiresAt <= now;

export const stateAt = (approval: Approval, now: Date): ApprovalState | 'expired' =>
  isExpired(approval, now) ? 'expired' : approval.state;

/**
 * Approves a request. An approved request can be approved again until its act is finished.
 * @throws AppError own-approval; approval-over; conflict while the act is reserved for another approver
 */
export function markApproved(approval: Approval, approverId: string, now: Date): Approval {
  if (approval.requestedBy === approverId) throw new AppError('own-approval');
  const { state, decidedBy, decidedAt } = approval;
  if ((state !== 'open' && state !== 'approved') || isExpired(approval, now)) {
    throw new AppError('approval-over');
  }
  const isReserved =
    decidedAt && decidedBy !== approverId && now.getTime() - decidedAt.getTime() < APPROVER_MS;
  if (isReserved)
    throw new AppError('conflict', { message: 'Outro administrador está aprovando este pedido.' });
  const expiresAt = state === 'open' ? new Date(now.getTime() + FINISH_MS) : approval.expiresAt;
  return { ...approval, state: 'approved', decidedBy: approverId, decidedAt: now, expiresAt };
}

/** Records the outcome of an approved act. @param failure empty on success @throws AppError approval-over */
export function markFinished(approval: Approval, approverId: string, failure: string): Approval {
  if (approval.state !== 'approved' || approval.decidedBy !== approverId) throw new AppError('approval-over');
  return { ...approval, state: failure === '' ? 'done' : 'failed', failure: failure.slice(0, NOTE_LENGTH) };
}

/** The requester withdraws, another admin refuses. @throws AppError approval-over; invalid-input without a reason */
export function closeRequest(approval: Approval, adminId: string, note: string, now: Date): Approval {
  if (approval.state !== 'open' || isExpired(approval, now)) throw new AppError('approval-over');
  const state = approval.requestedBy === adminId ? 'withdrawn' : 'refused';
  const trimmedNote = note.trim();
  if (state === 'refused' && trimmedNote === '') {
    throw invalidField('note', 'Informe o motivo da recusa');
  }
  return { ...approval, state, note: trimmedNote.slice(0, NOTE_LENGTH), decidedBy: adminId, decidedAt: now };
}
