import { isUuid, newId } from '@g2/kit/ids';
import type { ActName } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import type { PageBounds } from '@g2/terms/pages';
import { sql } from 'kysely';
import {
  type Approval,
  type ApprovalRequest,
  closeRequest,
  markApproved,
  markFinished,
  newApproval,
} from '../domain/approvals.ts';
import { approvalDecided, approvalRequested } from '../domain/mails/approvals.ts';
import { type Database, lockUser, type MailContext, type Tx } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { type CappedCount, countToCap } from './counts.ts';
import { activeAdmins, nameOfUser, queueMail, recipientOfUser } from './mails.ts';

/** Maximum of open requests per requester. */
const MAX_OPEN = 50;

/** True for requests that are undecided, or approved and not finished. */
const isOpenAt = (now: Date) => sql<boolean>`(state IN ('open', 'approved') AND expires_at > ${now})`;

/** @throws AppError approval-open for the same act by any requester; no-approver; too-many-requests */
export const requestApproval = (
  db: Database,
  askerId: string,
  wanted: ApprovalRequest,
  { now, publicUrl }: MailContext,
): Promise<Approval> =>
  db.tx(async (tx) => {
    const requester = await lockUser(tx, askerId);
    const waiting = await tx
      .selectFrom('approvals')
      .where(isOpenAt(now))
      .select(['rpc', 'requestHash', 'requestedBy'])
      .where((eb) =>
        eb.or([eb('requestedBy', '=', requester.id), eb('requestHash', '=', wanted.requestHash)]),
      )
      .execute();
    if (waiting.some((one) => one.rpc === wanted.rpc && one.requestHash === wanted.requestHash)) {
      throw new AppError('approval-open');
    }
    if (waiting.length >= MAX_OPEN) throw new AppError('too-many-requests');
    const approvers = (await activeAdmins(tx)).filter((admin) => admin.id !== requester.id);
    if (approvers.length === 0) throw new AppError('no-approver');
    const approval = newApproval(newId(), wanted, requester.id, now);
    await tx.insertInto('approvals').values(approval).execute();
    const name = `${requester.firstName} ${requester.lastName}`;
    for (const admin of approvers) {
      const mail = approvalRequested(admin.firstName, approval.operation, name, publicUrl);
      await queueMail(tx, admin, `approval:${approval.id}:${admin.id}`, mail, now);
    }
    await recordAct(tx, 'approval-asked', approval, requester.id, now);
    return approval;
  });

/** @throws AppError not-found, own-approval, approval-over, conflict */
export const approveRequest = (db: Database, id: string, adminId: string, now: Date): Promise<Approval> =>
  db.tx(async (tx) => {
    const approval = await lockApproval(tx, id);
    const next = markApproved(approval, adminId, now);
    await save(tx, next);
    if (approval.state === 'open') await recordAct(tx, 'approval-given', next, adminId, now);
    return next;
  });

/** @throws AppError not-found, approval-over */
export const finishApproval = (
  db: Database,
  id: string,
  adminId: string,
  failure: string,
  moment: MailContext,
): Promise<Approval> =>
  db.tx(async (tx) => {
    const next = markFinished(await lockApproval(tx, id), adminId, failure);
    await save(tx, next);
    await mailRequester(tx, next, moment);
    return next;
  });

/** @throws AppError not-found, approval-over, invalid-input */
export const closeApproval = (
  db: Database,
  id: string,
  adminId: string,
  note: string,
  moment: MailContext,
): Promise<Approval> =>
  db.tx(async (tx) => {
    const next = closeRequest(await lockApproval(tx, id), adminId, note, moment.now);
    await save(tx, next);
    const isRefused = next.state === 'refused';
    if (isRefused) await mailRequester(tx, next, moment);
    const action = isRefused ? 'approval-refused' : 'approval-withdrawn';
    await recordAct(tx, action, next, adminId, moment.now);
    return next;
  });

async function lockApproval(tx: Tx, id: string): Promise<Approval> {
  const found = isUuid(id)
    ? await tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!found) throw new AppError('not-found', { message: 'Pedido não encontrado' });
  return found;
}

async function save(tx: Tx, { id, ...changed }: Approval): Promise<void> {
  await tx.updateTable('approvals').set(changed).where('id', '=', id).execute();
}

async function mailRequester(tx: Tx, approval: Approval, { now, publicUrl }: MailContext): Promise<void> {
  const decider = (approval.decidedBy && (await nameOfUser(tx, approval.decidedBy))) ?? '';
  for (const requester of await recipientOfUser(tx, approval.requestedBy)) {
    const mail = approvalDecided(requester.firstName, { ...approval, decider }, publicUrl);
    await queueMail(tx, requester, `approval-decided:${approval.id}`, mail, now);
  }
}

const recordAct = (tx: Tx, action: ActName, { id, operation }: Approval, actorId: string, now: Date) =>
  recordAuditAct(tx, { action, actorId, subjectType: 'approval', subjectId: id, detail: { operation } }, now);

/** Approval requests, newest first. @param isOpen true: undecided or unfinished requests; false: all others */
export async function listApprovals(
  db: Database,
  askerId: string,
  { isOpen, limit, offset, now }: PageBounds & { isOpen: boolean; now: Date },
): Promise<CappedCount & { items: Approval[]; waiting: number }> {
  const all = db.selectFrom('approvals');
  const found = all.where(isOpen ? isOpenAt(now) : sql<boolean>`NOT ${isOpenAt(now)}`);
  const undecided = all.where(isOpenAt(now)).where('state', '=', 'open');
  const ordered = found.selectAll().orderBy('requestedAt', 'desc').orderBy('id', 'desc');
  const [items, counted, { total: waiting }] = await Promise.all([
    ordered.limit(limit).offset(offset).execute(),
    countToCap(db, found),
    countToCap(db, undecided.where('requestedBy', '<>', askerId)),
  ]);
  return { items, ...counted, waiting };
}
