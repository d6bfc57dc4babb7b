import { userOf } from '@g2/kit/actor';
import { signedIn } from '@g2/kit/grpc-server';
import type { Deps, IdentityRpcs } from '../deps.ts';
import { deviceOf } from '../domain/device.ts';
import { endSessionById, endSessionsExcept, endSessionsOfAccount, listOwn } from '../store/own-sessions.ts';

/** Access rule: signed-in users, also staff who have not set up a required second factor. */
export const own = { allow: signedIn, allowedBeforeFactor: true } as const;

export const ownSessionRpcs = (deps: Deps) =>
  ({
    listOwnSessions: {
      ...own,
      async run(_request, { actor }) {
        const caller = userOf(actor);
        const sessions = await listOwn(deps.db, caller, deps.clock());
        const items = sessions.map(({ sid, agent, address, createdAt, usedAt }) => {
          const { name: device, kind: deviceKind } = deviceOf(agent);
          const current = sid === caller.sessionId;
          return { id: sid, current, device, deviceKind, address, createdAt, lastUsedAt: usedAt };
        });
        return { items };
      },
    },
    endOwnSession: {
      ...own,
      async run({ id }, { actor }) {
        await endSessionById(deps.db, userOf(actor), id, deps.clock());
        return {};
      },
    },
    endOtherSessions: {
      ...own,
      async run({ revokeApiTokens = false }, { actor }) {
        await endSessionsExcept(deps.db, userOf(actor), revokeApiTokens, deps.clock());
        return {};
      },
    },
    endAccountSessions: {
      allow: ['admin'],
      async run({ id }, { actor }) {
        await endSessionsOfAccount(deps.db, userOf(actor), id, deps.clock());
        return {};
      },
    },
  }) satisfies IdentityRpcs;
