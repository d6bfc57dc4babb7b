import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { oncePerKey } from '@g2/kit/idempotency';
import { Registration as RegistrationMessage, type RegistrationsService } from '@g2/proto/registration';
import { MAX_PAGE_SIZE, pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { checkWhatIsNew } from '../domain/versions.ts';
import { inChain, presentNew } from '../present.ts';
import { addVersion, listChain } from '../store-versions.ts';
import { idOf, seen } from './seen.ts';

export const versionRpcs = ({ db, clock }: Deps) =>
  ({
    createVersion: {
      allow: signedIn,
      async run({ id, whatIsNew }, call) {
        const asker = userOf(call.actor);
        const asked = { whatIsNew: checkWhatIsNew(whatIsNew), now: clock() };
        return db.tx((tx) =>
          oncePerKey(tx, call.idempotency, RegistrationMessage, async () =>
            presentNew(await addVersion(tx, idOf(id), asker, asked), asker),
          ),
        );
      },
    },
    listVersions: {
      allow: signedIn,
      async run({ id, page }, call) {
        const state = await seen(db, id, call);
        const { items, total } = await listChain(db, state, pageBounds(page, MAX_PAGE_SIZE));
        return { items: items.map(inChain), total, totalCapped: false };
      },
    },
  }) satisfies Partial<RpcTable<RegistrationsService>>;
