import { type UserActor, userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import type { AddedPasskey, AddPasskeyRequest, IdentityService } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { passkeyName } from '../domain/factors.ts';
import { assertSignInMethod } from '../domain/sign-in-methods.ts';
import { toPasskey } from '../present.ts';
import { signPasskeyFlow, verifyPasskeyFlow } from '../sign-in/flows.ts';
import { afterFactorAdded, afterFactorRemoved } from '../store/factors.ts';
import { readSignInMethods } from '../store/linked-accounts.ts';
import {
  consumeChallenge,
  dropPasskey,
  insertPasskey,
  knownPasskeys,
  listPasskeys,
  renamePasskey,
} from '../store/passkeys.ts';
import { getLogin, lockUser } from '../store.ts';
import { mailContextOf } from './factor-proof.ts';
import { newRecoveryCodes } from './factors.ts';

const own = { allow: signedIn, allowedBeforeFactor: true } as const;

export const passkeyRpcs = (deps: Deps) =>
  ({
    startPasskey: {
      ...own,
      async run(_request, { actor }) {
        const { user } = await getLogin(deps.db, userOf(actor).id);
        const existing = await knownPasskeys(deps.db, user.id);
        const { options, challenge } = await deps.passkeys.registrationOptions(user, existing);
        return {
          options,
          flow: await signPasskeyFlow(deps.keys, { purpose: 'add', challenge, userId: user.id }),
        };
      },
    },
    addPasskey: { ...own, run: (request, { actor }) => addPasskey(deps, request, userOf(actor)) },
    listPasskeys: {
      ...own,
      run: async (_request, { actor }) => ({
        items: (await listPasskeys(deps.db, userOf(actor).id)).map(toPasskey),
      }),
    },
    renamePasskey: {
      ...own,
      run: async ({ id, name }, { actor }) =>
        toPasskey(await renamePasskey(deps.db, userOf(actor).id, id, passkeyName(name))),
    },
    removePasskey: {
      ...own,
      async run({ id }, { actor }) {
        const userId = userOf(actor).id;
        await deps.db.tx(async (tx) => {
          const user = await lockUser(tx, userId);
          await dropPasskey(tx, userId, id);
          assertSignInMethod(await readSignInMethods(tx, userId), deps.providers.all);
          await afterFactorRemoved(tx, user, 'passkey', mailContextOf(deps));
        });
        deps.triggerMailer();
        return {};
      },
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** The first factor brings recovery codes: an authenticator can be lost. */
async function addPasskey(
  deps: Deps,
  { flow, answer, name }: AddPasskeyRequest,
  { id: userId, sessionId: sid }: UserActor,
): Promise<AddedPasskey> {
  const opened = await verifyPasskeyFlow(deps.keys, flow, 'add');
  if (!answer || opened.userId !== userId) throw new AppError('invalid-input');
  const called = passkeyName(name);
  const made = await deps.passkeys.verifyRegistration(answer, opened.challenge);
  const telling = mailContextOf(deps);
  const added = await deps.db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await consumeChallenge(tx, opened.challenge, telling.now))) throw new AppError('invalid-input');
    const passkey = await insertPasskey(tx, userId, made, called, telling.now);
    await afterFactorAdded(tx, { user, sid }, 'passkey', telling);
    const recoveryCodes = user.mfaEnabled ? [] : await newRecoveryCodes(tx, userId, telling.now);
    return { passkey: toPasskey(passkey), recoveryCodes };
  });
  deps.triggerMailer();
  return added;
}
