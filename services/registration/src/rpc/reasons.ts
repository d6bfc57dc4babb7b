import { type RpcTable, staff } from '@g2/kit/grpc-server';
import { runIdempotent } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { Id } from '@g2/proto/common';
import type { Reason as ReasonMessage, RegistrationsService } from '@g2/proto/registration';
import type { Deps } from '../deps.ts';
import { checkReason, reasonNotFound } from '../domain/reasons.ts';
import { addReason, editReason, type ListedReason, listReasons } from '../store/reasons.ts';
import type { Database } from '../store.ts';

export const reasonRpcs = ({ db, clock }: Deps) =>
  ({
    listReasons: {
      allow: staff,
      run: async ({ archived }) => ({ items: (await listReasons(db, archived)).map(toMessage) }),
    },
    addReason: {
      allow: ['admin'],
      async run(request, call) {
        const words = checkReason(request);
        const { id } = await db.tx((tx) =>
          runIdempotent(tx, call.idempotency, Id, async () => ({ id: await addReason(tx, words, clock()) })),
        );
        return one(db, id);
      },
    },
    changeReason: {
      allow: ['admin'],
      async run({ id, ...patch }) {
        if (!isUuid(id)) throw reasonNotFound();
        await db.tx((tx) => editReason(tx, id.toLowerCase(), patch, clock()));
        return one(db, id.toLowerCase());
      },
    },
  }) satisfies Partial<RpcTable<RegistrationsService>>;

async function one(db: Database, id: string): Promise<ReasonMessage> {
  const found = (await listReasons(db, true)).find((reason) => reason.id === id);
  if (!found) throw reasonNotFound();
  return toMessage(found);
}

const toMessage = ({ archivedAt, ...reason }: ListedReason): ReasonMessage => ({
  ...reason,
  archivedAt: archivedAt ?? undefined,
});
