import { AppError } from '@g2/gateway/contract/errors';
import { type Holder, MAX_OWNERSHIP_TOTAL, ownershipExceededMessage } from '@g2/gateway/contract/holders';
import type { Db } from '../db.ts';
import { paginate } from '../lists.ts';
import { canResubmit, editableRegistration, visibleRegistration } from '../registrations.ts';
import type { Handlers } from './handler.ts';

const holdersOf = (db: Db, id: string): Holder[] =>
  db.holders.filter(({ registrationId }) => registrationId === id);

/** Checks that the shares sum up to at most 100 %. @param otherHolders the registration's other holders */
function checkShare(otherHolders: readonly Holder[], share: number): void {
  const total = otherHolders.reduce((sum, holder) => sum + holder.ownershipPercentage, share);
  if (total <= MAX_OWNERSHIP_TOTAL) return;
  const message = ownershipExceededMessage(total);
  throw new AppError('percentage-exceeded', { message, fields: { ownershipPercentage: message } });
}

function holderOf(db: Db, id: string, holderId: string): Holder {
  const holder = holdersOf(db, id).find(({ id: foundId }) => foundId === holderId);
  if (holder === undefined) throw new AppError('not-found', { message: 'Titular não encontrado' });
  return holder;
}

/** Checks that the registration's holders may change, and marks the registration as changed. */
function markChanged(db: Db, id: string): void {
  const registration = editableRegistration(db, id);
  if (canResubmit(registration)) registration.changedSinceCorrection = true;
}

export const holderHandlers: Handlers = {
  listHolders: ({ params, query }, db) =>
    paginate(holdersOf(db, visibleRegistration(db, params.id).id), query),
  listStaffHolders: ({ params, query }, db) =>
    paginate(holdersOf(db, visibleRegistration(db, params.id).id), query),
  addHolder({ params, body }, db) {
    markChanged(db, params.id);
    checkShare(holdersOf(db, params.id), body.ownershipPercentage);
    const holder = { id: db.nextId(), registrationId: params.id, ...body, createdAt: db.now() };
    db.holders.push(holder);
    return holder;
  },
  updateHolder({ params, body }, db) {
    markChanged(db, params.id);
    const holder = holderOf(db, params.id, params.holderId);
    const share = body.ownershipPercentage ?? holder.ownershipPercentage;
    checkShare(
      holdersOf(db, params.id).filter((other) => other !== holder),
      share,
    );
    const { holderName = holder.holderName, holderTaxId = holder.holderTaxId } = body;
    return Object.assign(holder, { holderName, holderTaxId, ownershipPercentage: share });
  },
  removeHolder({ params }, db) {
    markChanged(db, params.id);
    db.holders.splice(db.holders.indexOf(holderOf(db, params.id, params.holderId)), 1);
  },
};
