import { userOf } from '@g2/kit/actor';
import { withoutNulls } from '@g2/kit/nulls';
import { AppError } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { passkeyName } from '../domain/factors.ts';
import { assertSignInMethod } from '../domain/sign-in-methods.ts';
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
import { newRecoveryCodes } from './factors.ts';
import { own } from './own-sessions.ts';

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
    /** With its first factor an account also gets recovery codes, because an authenticator can be lost. */
    addPasskey: {
      ...own,
      async run({ flow, answer, name }, { actor }) {
        const { id: userId, sessionId: sid } = userOf(actor);
        const opened = await verifyPasskeyFlow(deps.keys, flow, 'add');
        if (!answer || opened.userId !== userId) throw new AppError('invalid-input');
        const called = passkeyName(name);
        const made = await deps.passkeys.verifyRegistration(answer, opened.challenge);
        const moment = mailContextOf(deps);
        const { now } = moment;
        const added = await deps.db.tx(async (tx) => {
          const user = await lockUser(tx, userId);
          if (!(await consumeChallenge(tx, opened.challenge, now))) throw new AppError('invalid-input');
          const passkey = await insertPasskey(tx, userId, made, called, now);
          await afterFactorAdded(tx, { user, sid }, 'passkey', moment);
          const recoveryCodes = user.mfaEnabled ? [] : await newRecoveryCodes(tx, userId, now);
          return { passkey: withoutNulls(passkey), recoveryCodes };
        });
        deps.triggerMailer();
        return added;
      },
    },
    listPasskeys: {
      ...own,
      run: async (_request, { actor }) => ({
        items: (await listPasskeys(deps.db, userOf(actor).id)).map(withoutNulls),
      }),
    },
    renamePasskey: {
      ...own,
      run: async ({ id, name }, { actor }) =>
        withoutNulls(await renamePasskey(deps.db, userOf(actor).id, id, passkeyName(name))),
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
  }) satisfies IdentityRpcs;
