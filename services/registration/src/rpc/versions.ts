import { userOf } from '@g2/kit/actor';
import { signedIn } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { Registration as RegistrationMessage } from '@g2/proto/registration';
import { MAX_PAGE_SIZE, pageBounds } from '@g2/terms/pages';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { checkWhatIsNew, orderVersions, type WithFile } from '../domain/versions.ts';
import { toChainMessage, toNewRegistrationMessage } from '../present.ts';
import { addVersion, listChain } from '../store/versions.ts';
import { signedDownload } from './files.ts';
import { findVisible, idOf, reads, writes } from './visible-registration.ts';

export const versionRpcs = ({ db, keys, clock }: Deps) =>
  ({
    createVersion: {
      ...writes,
      async run({ id, whatIsNew }, call) {
        const caller = userOf(call.actor);
        const request = { whatIsNew: checkWhatIsNew(whatIsNew), now: clock() };
        return idempotentTx(db, call.idempotency, RegistrationMessage, async (tx) =>
          toNewRegistrationMessage(await addVersion(tx, idOf(id), caller, request), caller),
        );
      },
    },
    startComparison: {
      allow: signedIn,
      async run({ id, otherId }, call) {
        const [one, other] = await Promise.all([findVisible(db, id, call), findVisible(db, otherId, call)]);
        const { earlier, later } = orderVersions(one, other);
        const asker = userOf(call.actor);
        // No audit entry is needed, since these tickets allow only listing names and hashes of files.
        const toSide = async ({ state, file }: WithFile) => ({
          registrationId: state.id,
          versionNumber: state.lineage.number,
          ...(await signedDownload(keys, file, { isOwner: asker.id === state.userId, use: 'list' })),
        });
        return { earlier: await toSide(earlier), later: await toSide(later) };
      },
    },
    listVersions: {
      ...reads,
      async run({ id, page }, call) {
        const state = await findVisible(db, id, call);
        const { items, total } = await listChain(db, state, pageBounds(page, MAX_PAGE_SIZE));
        return { items: items.map(toChainMessage), total, totalCapped: false };
      },
    },
  }) satisfies RegistrationRpcs;
