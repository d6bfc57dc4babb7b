import { AppError } from '@g2/terms/errors';
import { asksSecond } from '@g2/terms/sensitive-acts';

/** `approved` is not finished: whether it was done is not known yet. */
export type ApprovalState = 'open' | 'approved' | 'done' | 'failed' | 'refused' | 'withdrawn';

/** An act that an admin asked for: a route of the gateway with its parts, and the call that they make. */
export type Approval = {
  id: string;
  /** Operation id of the route. */
  operation: string;
  rpc: string;
  /** SHA-256 of the call's request, hexadecimal. */
  requestHash: string;
  /** JSON objects. */
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

export type WantedApproval = Pick<Approval, 'operation' | 'rpc' | 'requestHash' | 'params' | 'body'>;

/** A request waits so long for a decision, ms. */
export const APPROVAL_MS = 7 * 24 * 3_600_000;
/** What was approved may be taken to its end for so long: the service that does it knows that long what it did (idempotency.ts), ms. */
const FINISH_MS = 20 * 3_600_000;
/** An act that was approved is its approver's for so long; then another may take it to its end, ms. */
const APPROVER_MS = 60_000;
const NOTE_LENGTH = 2_000;

/** @throws AppError invalid-input for what needs no approval */
export function checkWanted({ operation, rpc, requestHash }: WantedApproval): void {
  if (!asksSecond(operation, rpc) || !/^[0-9a-f]{64}$/.test(requestHash)) throw new AppError('invalid-input');
}

export const newApproval = (id: string, wanted: WantedApproval, askerId: string, now: Date): Approval => ({
  ...wanted,
  id,
  state: 'open',
  requestedBy: askerId,
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
 * By another admin than the one who asked. What was approved and not finished may be approved again.
 * @throws AppError own-approval; approval-over; conflict while another approver has it done
 */
export function approve(approval: Approval, approverId: string, now: Date): Approval {
  if (approval.requestedBy === approverId) throw new AppError('own-approval');
  const { state, decidedBy, decidedAt } = approval;
  if ((state !== 'open' && state !== 'approved') || isExpired(approval, now)) {
    throw new AppError('approval-over');
  }
  const isTaken = decidedAt && decidedBy !== approverId && now.getTime() - decidedAt.getTime() < APPROVER_MS;
  if (isTaken) throw new AppError('conflict', { message: 'Outro administrador está aprovando este pedido.' });
  const expiresAt = state === 'open' ? new Date(now.getTime() + FINISH_MS) : approval.expiresAt;
  return { ...approval, state: 'approved', decidedBy: approverId, decidedAt: now, expiresAt };
}

/**
 * The outcome of what was approved.
 * @param failure empty where it was done
 * @throws AppError approval-over
 */
export function finish(approval: Approval, approverId: string, failure: string): Approval {
  if (approval.state !== 'approved' || approval.decidedBy !== approverId) throw new AppError('approval-over');
  return { ...approval, state: failure === '' ? 'done' : 'failed', failure: failure.slice(0, NOTE_LENGTH) };
}

/**
 * Withdrawn by the one who asked, refused by another.
 * @throws AppError approval-over; invalid-input where the refusal gives no reason
 */
export function close(approval: Approval, adminId: string, note: string, now: Date): Approval {
  if (approval.state !== 'open' || isExpired(approval, now)) throw new AppError('approval-over');
  const state = approval.requestedBy === adminId ? 'withdrawn' : 'refused';
  const said = note.trim();
  if (state === 'refused' && said === '') {
    const message = 'Informe o motivo da recusa';
    throw new AppError('invalid-input', { message, fields: { note: message } });
  }
  return { ...approval, state, note: said.slice(0, NOTE_LENGTH), decidedBy: adminId, decidedAt: now };
}
