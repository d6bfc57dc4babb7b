import { userOf } from '@g2/kit/actor';
import { requiresSecondAdmin } from '@g2/kit/env';
import { type Call, signedIn } from '@g2/kit/grpc-server';
import type { User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { isRole } from '@g2/terms/names';
import { pageBounds } from '@g2/terms/pages';
import { checkSearch } from '@g2/terms/search';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { becomesAdmin, userAct } from '../domain/audit-acts.ts';
import { checkInput, checkUserSort } from '../domain/input.ts';
import { passwordReset } from '../domain/mails/account.ts';
import { checkNewPassword } from '../domain/new-password.ts';
import { changeUser, removeUser, type UserChange } from '../domain/user.ts';
import { toMessage } from '../present.ts';
import {
  changeAsAdmin,
  changeOwn,
  deleteAsAdmin,
  mailNewAdmin,
  wasAdminMadeBefore,
} from '../store/accounts.ts';
import { resetPassword } from '../store/passwords.ts';
import { countUsers, listUsers } from '../store/users.ts';
import { getLogin, noSuchUser } from '../store.ts';

const peers = ['service:registration', 'service:payment-credit', 'service:certificate'] as const;

export const userRpcs = (deps: Deps) =>
  ({
    updateOwnNames: {
      allow: signedIn,
      async run({ firstName, lastName }, { actor }) {
        const names = { firstName, lastName };
        checkInput(names);
        return toMessage(
          await changeOwn(deps.db, userOf(actor).id, (state, by) =>
            changeUser(state, names, by, deps.clock()),
          ),
        );
      },
    },
    listUsers: {
      allow: ['admin'],
      async run({ search, role, active, sort, page }) {
        if (role !== '') checkInput({ role });
        const listed = await listUsers(deps.db, {
          search: checkSearch(search),
          role: roleOf(role),
          active,
          sort: checkUserSort(sort),
          ...pageBounds(page),
        });
        return { ...listed, items: listed.items.map(toMessage) };
      },
    },
    /** Admins and services see every account; others only their own. */
    getUser: {
      allow: [...signedIn, ...peers],
      async run({ id }, { actor }) {
        if (actor.kind === 'user' && actor.role !== 'admin' && actor.id !== id.toLowerCase())
          throw noSuchUser();
        return toMessage((await getLogin(deps.db, id)).user);
      },
    },
    updateUser: {
      allow: ['admin'],
      run({ id, firstName, lastName, role, isActive }, call) {
        checkInput({ firstName, lastName, role });
        return change(deps, id, { firstName, lastName, role: roleOf(role), isActive }, call);
      },
    },
    changeRole: {
      allow: ['admin'],
      run({ id, role }, call) {
        checkInput({ role });
        return change(deps, id, { role: roleOf(role) }, call);
      },
    },
    setActive: { allow: ['admin'], run: ({ id, isActive }, call) => change(deps, id, { isActive }, call) },
    /** Asks the other services before the transaction, and only after the checks that need no call. */
    deleteUser: {
      allow: ['admin'],
      async run({ id }, { actor }) {
        const actorId = userOf(actor).id;
        const { user } = await getLogin(deps.db, id);
        removeUser(user, { actorId, otherActiveAdmins: 1 });
        await deps.peers.assertDeletable(user.id);
        await deleteAsAdmin(deps.db, user.id, actorId, deps.clock());
        return {};
      },
    },
    /** Mails the owner of the account. An admin who resets their own password keeps the current session. */
    resetPassword: {
      allow: ['admin'],
      async run({ id, newPassword }, { actor }) {
        checkInput({ newPassword });
        const { user } = await getLogin(deps.db, id);
        checkNewPassword(newPassword, user);
        const { id: actorId, sessionId } = userOf(actor);
        const isOwn = user.id === actorId;
        if (user.role === 'admin' && !isOwn && requiresSecondAdmin(deps.config)) throw onlyOwnPassword();
        const passwordHash = await deps.passwords.hash(newPassword, actorId);
        const mail = passwordReset(user.firstName, deps.config.PUBLIC_URL);
        const act = userAct('password-set', user.id, actorId);
        const keep = isOwn ? sessionId : undefined;
        await resetPassword(deps.db, user.id, { passwordHash, mail, act }, keep, deps.clock());
        deps.triggerMailer();
        return {};
      },
    },
    countUsers: { allow: ['admin'], run: () => countUsers(deps.db) },
  }) satisfies IdentityRpcs;

const roleOf = (text: string | undefined) => (text !== undefined && isRole(text) ? text : undefined);

/** A promotion to admin is mailed to the account and to the other admins. */
async function change(deps: Deps, id: string, to: UserChange, call: Call): Promise<User> {
  const moment = mailContextOf(deps);
  const changed = await changeAsAdmin(
    deps.db,
    id,
    userOf(call.actor).id,
    (state, by) => changeUser(state, to, by, moment.now),
    async (tx, before, after) => {
      if (!becomesAdmin(before, after)) return;
      // The first promotion to admin in the audit trail needs no approval.
      if (await wasAdminMadeBefore(tx)) call.requireApproval();
      await mailNewAdmin(tx, after, moment);
    },
  );
  deps.triggerMailer();
  return toMessage(changed);
}

/** With another admin's password, one could approve in that admin's name; an approval request would store it. */
const onlyOwnPassword = (): AppError =>
  new AppError('forbidden', {
    message: 'A senha de um administrador, só ele mesmo redefine, por "Esqueci minha senha".',
  });
