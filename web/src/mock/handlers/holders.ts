import { AppError } from '@g2/gateway/contract/errors';
import { type Holder, MAX_OWNERSHIP_TOTAL, ownershipExceededMessage } from '@g2/gateway/contract/holders';
import type { Db } from '../db.ts';
import { paged } from '../lists.ts';
import { canResubmit, editableRegistration, visibleRegistration } from '../registrations.ts';
import type { Handlers } from './handler.ts';

const holdersOf = (db: Db, id: string): Holder[] =>
  db.holders.filter(({ registrationId }) => registrationId === id);

/** @param others the other holders of the registration, without the one with this share */
function checkShare(others: readonly Holder[], share: number): void {
  const total = others.reduce((sum, one) => sum + one.ownershipPercentage, share);
  if (total <= MAX_OWNERSHIP_TOTAL) return;
  const message = ownershipExceededMessage(total);
  throw new AppError('percentage-exceeded', { message, fields: { ownershipPercentage: message } });
}

function holderOf(db: Db, id: string, holderId: string): Holder {
  const found = holdersOf(db, id).find((one) => one.id === holderId);
  if (found === undefined) throw new AppError('not-found', { message: 'Titular não encontrado' });
  return found;
}

/** Checks that the registration's holders may change, and marks the registration as changed. */
function markChanged(db: Db, id: string): void {
  const row = editableRegistration(db, id);
  if (canResubmit(row)) row.changedSinceCorrection = true;
}

export const holderHandlers: Handlers = {
  listHolders: ({ params, query }, db) => paged(holdersOf(db, visibleRegistration(db, params.id).id), query),
  listStaffHolders: ({ params, query }, db) =>
    paged(holdersOf(db, visibleRegistration(db, params.id).id), query),
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
      holdersOf(db, params.id).filter((one) => one !== holder),
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
