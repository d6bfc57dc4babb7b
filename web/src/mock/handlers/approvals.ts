import { AppError } from '@g2/gateway/contract/errors';
import type { Db } from '../db.ts';
import { paginate } from '../lists.ts';
import type { Handlers } from './handler.ts';

const isOpen = ({ state }: { state: string }): boolean => state === 'open' || state === 'approved';

function decide(db: Db, id: string, state: 'done' | 'refused' | 'withdrawn', note = '') {
  const approval = db.approvals.find((item) => item.id === id);
  if (approval === undefined) throw new AppError('not-found', { message: 'Pedido não encontrado' });
  if (!isOpen(approval)) throw new AppError('approval-over');
  if ((state === 'withdrawn') !== approval.isOwn) throw new AppError('own-approval');
  return Object.assign(approval, { state, note, decidedBy: db.personOf(db.me.id), decidedAt: db.now() });
}

export const approvalHandlers: Handlers = {
  listApprovals({ query }, db) {
    const items = db.approvals.filter((approval) => isOpen(approval) === (query.over !== true));
    const waiting = db.approvals.filter(({ state, isOwn }) => state === 'open' && !isOwn).length;
    return { ...paginate(items, query), waiting };
  },
  approve: ({ params }, db) => decide(db, params.id, 'done'),
  refuseApproval: ({ params, body }, db) => decide(db, params.id, 'refused', body.note),
  withdrawApproval: ({ params }, db) => decide(db, params.id, 'withdrawn'),
};
