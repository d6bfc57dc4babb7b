import { AppError, type ApprovableCall } from '@g2/terms/errors';
import { secondOf } from '@g2/terms/sensitive-acts';
import type { Actor, KeyRing } from './actor.ts';

/** Approval of a call by a second admin. */
export type Approval = {
  /** Id of the approval request. */
  id: string;
  /** Account that requested the act. The approver makes the call. */
  requestedBy: string;
};

const KIND = 'approval';
const SECONDS = 60;

/** Signed by identity: `approverId` approved a call that another account requested. */
export const signApproval = (
  keys: KeyRing,
  { id, requestedBy }: Approval,
  { rpc, requestHash }: ApprovableCall,
  approverId: string,
): Promise<string> =>
  keys.sign(KIND, { jti: id, requested_by: requestedBy, rpc, hash: requestHash, sub: approverId }, SECONDS);

type Asked = {
  rpc: string;
  request: unknown;
  requestHash: () => string;
  actor: Actor;
  /** From signApproval; absent without an approval. */
  token: string | undefined;
};

export type SecondPerson = {
  approval: Approval | undefined;
  /** @throws AppError approval-needed, with the call to approve */
  need: () => void;
};

/** Refuses acts that always need an approval. `isOn`: SECOND_PERSON. @throws AppError approval-needed */
export async function secondPerson(keys: KeyRing, isOn: boolean, asked: Asked): Promise<SecondPerson> {
  const { rpc, requestHash } = asked;
  const second = secondOf(rpc, asked.request);
  const approval = second && asked.token ? await approvalIn(keys, asked.token, asked) : undefined;
  const need = () => {
    if (!isOn || approval || asked.actor.kind !== 'user') return;
    throw new AppError('approval-needed', { approvable: { rpc, requestHash: requestHash() } });
  };
  if (second === 'always') need();
  return { approval, need };
}

/** @throws AppError approval-needed when call or approver differ, or the approver is the requester */
async function approvalIn(keys: KeyRing, token: string, asked: Asked): Promise<Approval> {
  const { jti, requested_by: requestedBy, rpc, hash, sub } = await keys.verify(token, KIND, 'identity');
  const isOfCall = rpc === asked.rpc && hash === asked.requestHash();
  const isOfApprover = asked.actor.kind === 'user' && sub === asked.actor.id && requestedBy !== sub;
  if (!isOfCall || !isOfApprover || typeof jti !== 'string' || typeof requestedBy !== 'string') {
    throw new AppError('approval-needed');
  }
  return { id: jti, requestedBy };
}
