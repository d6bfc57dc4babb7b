import { userOf } from '@g2/kit/actor';
import { staff } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { QueueView } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { MAX_QUEUE_VIEWS } from '@g2/terms/limits';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { checkName, checkQuery, parseQueue, type QueueQuery, viewNotFound } from '../domain/queue-views.ts';
import { countQueues } from '../store/queue-counts.ts';
import { addView, changeView, listViews, removeView } from '../store/queue-views.ts';
import { idOf } from './visible-registration.ts';

/** Saved views of the queue, private to each staff member. */
export const queueViewRpcs = ({ db, clock }: Deps) =>
  ({
    listQueueViews: {
      allow: staff,
      run: async (_request, call) => ({ items: await listViews(db, userOf(call.actor).id) }),
    },
    addQueueView: {
      allow: staff,
      async run(request, call) {
        const { id: userId } = userOf(call.actor);
        const now = clock();
        const words = { name: checkName(request.name), query: checkQuery(request.query, userId, now) };
        return idempotentTx(db, call.idempotency, QueueView, async (tx) => {
          const id = await addView(tx, userId, words, now);
          return { id, ...words, createdAt: now };
        });
      },
    },
    changeQueueView: {
      allow: staff,
      async run({ id, name, query }, call) {
        const { id: userId } = userOf(call.actor);
        const view = idOf(id, viewNotFound);
        const patch = {
          name: name === undefined ? undefined : checkName(name),
          query: query === undefined ? undefined : checkQuery(query, userId, clock()),
        };
        return db.tx((tx) => changeView(tx, userId, view, patch));
      },
    },
    removeQueueView: {
      allow: staff,
      async run({ id }, call) {
        await removeView(db, userOf(call.actor).id, idOf(id, viewNotFound));
        return {};
      },
    },
    countQueues: {
      allow: staff,
      async run({ queries }, call) {
        if (queries.length > MAX_QUEUE_VIEWS) throw new AppError('invalid-input');
        const { id: userId } = userOf(call.actor);
        const now = clock();
        const queues = queries.map((query) => ({
          key: `${userId} ${query}`,
          wanted: readOrNull(query, userId, now),
        }));
        const totals = await countQueues(db, queues);
        return {
          items: totals.map((one) => ({ count: one?.total, capped: one?.totalCapped ?? false })),
        };
      },
    },
  }) satisfies RegistrationRpcs;

/** Null for a query this release cannot parse. */
function readOrNull(query: string, userId: string, now: Date): QueueQuery | null {
  try {
    return parseQueue(query, userId, now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-input') return null;
    throw error;
  }
}
