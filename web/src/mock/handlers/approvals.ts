import { AppError } from '@g2/gateway/contract/errors';
import type { Db } from '../db.ts';
import { paged } from '../lists.ts';
import type { Handlers } from './handler.ts';

const isOpen = ({ state }: { state: string }): boolean => state === 'open' || state === 'approved';

function decide(db: Db, id: string, state: 'done' | 'refused' | 'withdrawn', note = '') {
  const found = db.approvals.find((one) => one.id === id);
  if (found === undefined) throw new AppError('not-found', { message: 'Pedido não encontrado' });
  if (!isOpen(found)) throw new AppError('approval-over');
  if ((state === 'withdrawn') !== found.isOwn) throw new AppError('own-approval');
  return Object.assign(found, { state, note, decidedBy: db.person(db.me.id), decidedAt: db.now() });
}

export const approvalHandlers: Handlers = {
  listApprovals({ query }, db) {
    const items = db.approvals.filter((one) => isOpen(one) === (query.over !== true));
    const waiting = db.approvals.filter(({ state, isOwn }) => state === 'open' && !isOwn).length;
    return { ...paged(items, query), waiting };
  },
  approve: ({ params }, db) => decide(db, params.id, 'done'),
  refuseApproval: ({ params, body }, db) => decide(db, params.id, 'refused', body.note),
  withdrawApproval: ({ params }, db) => decide(db, params.id, 'withdrawn'),
};
