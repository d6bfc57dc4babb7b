import { AppError } from '@g2/gateway/contract/errors';
import { staffRegistrationListQuery } from '@g2/gateway/contract/queue';
import type { Db } from '../db.ts';
import { pageOf } from '../records.ts';
import type { Handlers } from './handler.ts';
import { queueOf } from './staff.ts';

const ownViews = (db: Db) => db.views.filter(({ userId }) => userId === db.me.id);

function viewOf(db: Db, id: string) {
  const view = ownViews(db).find((item) => item.id === id);
  if (view === undefined) throw new AppError('not-found', { message: 'Visão salva não encontrada' });
  return view;
}

function checkNameIsFree(db: Db, name: string, id?: string): void {
  if (!ownViews(db).some((view) => view.id !== id && view.name.toLowerCase() === name.toLowerCase())) return;
  const message = 'Você já tem uma visão com este nome';
  throw new AppError('conflict', { message, fields: { name: message } });
}

const countOf = (db: Db, query: string): number =>
  queueOf(db, staffRegistrationListQuery.parse(Object.fromEntries(new URLSearchParams(query)))).length;

export const viewHandlers: Handlers = {
  listQueueViews: ({ query: { limit } }, db) =>
    pageOf(
      ownViews(db)
        .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
        .map((view) => ({ ...view, count: countOf(db, view.query) })),
      limit,
    ),
  saveQueueView({ body }, db) {
    checkNameIsFree(db, body.name);
    const view = { id: db.nextId(), ...body, createdAt: db.now(), userId: db.me.id };
    db.views.push(view);
    return view;
  },
  changeQueueView({ params, body: { name, query } }, db) {
    const view = viewOf(db, params.id);
    checkNameIsFree(db, name ?? view.name, view.id);
    return Object.assign(view, { name: name ?? view.name, query: query ?? view.query });
  },
  removeQueueView({ params }, db) {
    db.views.splice(db.views.indexOf(viewOf(db, params.id)), 1);
  },
};
