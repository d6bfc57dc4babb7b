import { userOf } from '@g2/kit/actor';
import { idempotentTx } from '@g2/kit/idempotency';
import { Holder } from '@g2/proto/registration';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { checkHolder, checkNewHolder, editHolder, holderNotFound } from '../domain/holders.ts';
import { editableBy } from '../domain/registration.ts';
import { addHolder, listHolders, removeHolder, updateHolder } from '../store/holders.ts';
import { findVisible, idOf, reads, writes } from './visible-registration.ts';

export const holderRpcs = ({ db, clock }: Deps) =>
  ({
    listHolders: {
      ...reads,
      async run({ id }, call) {
        const state = await findVisible(db, id, call);
        return { items: await listHolders(db, state.id) };
      },
    },
    addHolder: {
      ...writes,
      async run({ registrationId, ...input }, call) {
        const caller = userOf(call.actor);
        const id = idOf(registrationId);
        const holder = checkHolder(input);
        return idempotentTx(db, call.idempotency, Holder, (tx) =>
          addHolder(tx, id, holder, clock(), (state, count) => checkNewHolder(state, caller, holder, count)),
        );
      },
    },
    updateHolder: {
      ...writes,
      async run({ registrationId, holderId, ...patch }, call) {
        const asker = userOf(call.actor);
        return updateHolder(db, idOf(registrationId), idOf(holderId, holderNotFound), (state, before) =>
          editHolder(state, asker, before, patch),
        );
      },
    },
    removeHolder: {
      ...writes,
      async run({ registrationId, holderId }, call) {
        const asker = userOf(call.actor);
        const [id, holder] = [idOf(registrationId), idOf(holderId, holderNotFound)];
        const removed = await removeHolder(db, id, holder, (state) => void editableBy(state, asker));
        if (!removed) throw holderNotFound();
        return {};
      },
    },
  }) satisfies RegistrationRpcs;
