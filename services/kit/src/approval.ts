import { AppError, type ApprovableCall } from '@g2/terms/errors';
import { secondOf } from '@g2/terms/sensitive-acts';
import type { Actor, KeyRing } from './actor.ts';

/** Approval of a call by a second admin. */
export type Approval = {
  /** Id of the approval request. */
  id: string;
  /** Account that requested the act. The approver then makes the call. */
  requestedBy: string;
};

const KIND = 'approval';
const SECONDS = 60;

/** Token from identity that proves: `approverId` approved the call, which another account requested. */
export const signApproval = (
  keys: KeyRing,
  { id, requestedBy }: Approval,
  { rpc, requestHash }: ApprovableCall,
  approverId: string,
): Promise<string> =>
  keys.sign(KIND, { jti: id, requested_by: requestedBy, rpc, hash: requestHash, sub: approverId }, SECONDS);

type ApprovedCall = {
  rpc: string;
  request: unknown;
  requestHash: () => string;
  actor: Actor;
  /** Token from signApproval; undefined when the call has no approval. */
  token: string | undefined;
};

export type ApprovalCheck = {
  approval: Approval | undefined;
  /** With SECOND_PERSON on, refuses a user's unapproved call. @throws AppError approval-needed, with the call */
  requireApproval: () => void;
};

/** Refuses a call that needs an approval and has none. `isOn`: SECOND_PERSON. @throws AppError approval-needed */
export async function checkApproval(
  keys: KeyRing,
  isOn: boolean,
  call: ApprovedCall,
): Promise<ApprovalCheck> {
  const { rpc, requestHash } = call;
  const second = secondOf(rpc, call.request);
  const approval = second && call.token ? await verifyApproval(keys, call.token, call) : undefined;
  const requireApproval = () => {
    if (!isOn || approval || call.actor.kind !== 'user') return;
    throw new AppError('approval-needed', { approvable: { rpc, requestHash: requestHash() } });
  };
  if (second === 'always') requireApproval();
  return { approval, requireApproval };
}

/** @throws AppError approval-needed when the token is for another call or approver, or the approver is the requester */
async function verifyApproval(keys: KeyRing, token: string, call: ApprovedCall): Promise<Approval> {
  const { jti, requested_by: requestedBy, rpc, hash, sub } = await keys.verify(token, KIND, 'identity');
  const matchesCall = rpc === call.rpc && hash === call.requestHash();
  const matchesApprover = call.actor.kind === 'user' && sub === call.actor.id && requestedBy !== sub;
  if (!matchesCall || !matchesApprover || typeof jti !== 'string' || typeof requestedBy !== 'string') {
    throw new AppError('approval-needed');
  }
  return { id: jti, requestedBy };
}
