import { staff } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { withoutNulls } from '@g2/kit/nulls';
import { Id } from '@g2/proto/common';
import type { Reason as ReasonMessage } from '@g2/proto/registration';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { checkReason, reasonNotFound } from '../domain/reasons.ts';
import { addReason, editReason, listReasons } from '../store/reasons.ts';
import type { Database } from '../store.ts';
import { idOf } from './visible-registration.ts';

export const reasonRpcs = ({ db, clock }: Deps) =>
  ({
    listReasons: {
      allow: staff,
      run: async ({ archived }) => ({ items: (await listReasons(db, archived)).map(withoutNulls) }),
    },
    addReason: {
      allow: ['admin'],
      async run(request, call) {
        const words = checkReason(request);
        const { id } = await idempotentTx(db, call.idempotency, Id, async (tx) => ({
          id: await addReason(tx, words, clock()),
        }));
        return one(db, id);
      },
    },
    changeReason: {
      allow: ['admin'],
      async run({ id, ...patch }) {
        const reason = idOf(id, reasonNotFound);
        await db.tx((tx) => editReason(tx, reason, patch, clock()));
        return one(db, reason);
      },
    },
  }) satisfies RegistrationRpcs;

async function one(db: Database, id: string): Promise<ReasonMessage> {
  const found = (await listReasons(db, true)).find((reason) => reason.id === id);
  if (!found) throw reasonNotFound();
  return withoutNulls(found);
}
