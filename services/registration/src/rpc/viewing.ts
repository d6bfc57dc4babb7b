import { userOf } from '@g2/kit/actor';
import { staff } from '@g2/kit/grpc-server';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { endViewing, otherViewers, reportViewing } from '../store/viewing.ts';
import { idOf } from './visible-registration.ts';

export const viewingRpcs = ({ db, clock }: Deps) =>
  ({
    markViewing: {
      allow: staff,
      async run({ id, left }, call) {
        const { id: userId } = userOf(call.actor);
        const registrationId = idOf(id);
        const now = clock();
        await db.tx((tx) =>
          left ? endViewing(tx, registrationId, userId) : reportViewing(tx, registrationId, userId, now),
        );
        return { items: left ? [] : await otherViewers(db, userId, now, registrationId) };
      },
    },
    listViewers: {
      allow: staff,
      run: async (_request, call) => ({
        items: await otherViewers(db, userOf(call.actor).id, clock()),
      }),
    },
  }) satisfies RegistrationRpcs;
