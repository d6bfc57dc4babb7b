import { userOf } from '@g2/kit/actor';
import { requiresSecondAdmin } from '@g2/kit/env';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import type { IdentityService, User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { isRole } from '@g2/terms/names';
import { pageBounds } from '@g2/terms/pages';
import { checkSearch } from '@g2/terms/search';
import type { Deps } from '../deps.ts';
import { becomesAdmin, userAct } from '../domain/audit-acts.ts';
import { checkInput, checkUserSort } from '../domain/input.ts';
import { passwordReset } from '../domain/mails/passwords.ts';
import { checkNewPassword } from '../domain/new-password.ts';
import { changeUser, removeUser, type UserChange } from '../domain/user.ts';
import { toMessage } from '../present.ts';
import { mailNewAdmin, wasAdminMadeBefore } from '../store/admins.ts';
import { resetPassword } from '../store/passwords.ts';
import { countUsers, listUsers } from '../store/users.ts';
import { changeAsAdmin, changeOwn, deleteAsAdmin, getLogin, noSuchUser } from '../store.ts';

const admin = ['admin'] as const;
const peers = ['service:registration', 'service:payment-credit', 'service:certificate'] as const;

export const userRpcs = (deps: Deps) =>
  ({
    updateOwnNames: {
      allow: signedIn,
      async run({ firstName, lastName }, { actor }) {
        checkInput({ firstName, lastName });
        const change = { firstName, lastName };
        return toMessage(
          await changeOwn(deps.db, userOf(actor).id, (state, by) =>
            changeUser(state, change, by, deps.clock()),
          ),
        );
      },
    },
    listUsers: {
      allow: admin,
      async run(request) {
        const search = checkSearch(request.search);
        if (request.role !== '') checkInput({ role: request.role });
        const role = isRole(request.role) ? request.role : undefined;
        const sort = checkUserSort(request.sort);
        const { active } = request;
        const listed = await listUsers(deps.db, { search, role, active, sort, ...pageBounds(request.page) });
        return { ...listed, items: listed.items.map(toMessage) };
      },
    },
    getUser: { allow: [...signedIn, ...peers], run: ({ id }, call) => getUser(deps, id, call) },
    updateUser: {
      allow: admin,
      run({ id, firstName, lastName, role, isActive }, call) {
        checkInput({ firstName, lastName, role });
        const known = role !== undefined && isRole(role) ? role : undefined;
        return change(deps, id, { firstName, lastName, role: known, isActive }, call);
      },
    },
    changeRole: {
      allow: admin,
      run({ id, role }, call) {
        checkInput({ role });
        return change(deps, id, { role: isRole(role) ? role : undefined }, call);
      },
    },
    setActive: { allow: admin, run: ({ id, isActive }, call) => change(deps, id, { isActive }, call) },
    deleteUser: { allow: admin, run: ({ id }, call) => deleteUser(deps, id, call) },
    resetPassword: {
      allow: admin,
      async run({ id, newPassword }, call) {
        await setPasswordOfUser(deps, id, newPassword, call);
        return {};
      },
    },
    countUsers: { allow: admin, run: () => countUsers(deps.db) },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** Admins and services see every account; others only their own. */
async function getUser(deps: Deps, id: string, { actor }: Call): Promise<User> {
  if (actor.kind === 'user' && actor.role !== 'admin' && actor.id !== id.toLowerCase()) throw noSuchUser();
  return toMessage((await getLogin(deps.db, id)).user);
}

/** A promotion to admin is mailed to the account and to the other admins. */
async function change(deps: Deps, id: string, to: UserChange, call: Call): Promise<User> {
  const { db, config, clock } = deps;
  const changed = await changeAsAdmin(
    db,
    id,
    userOf(call.actor).id,
    (state, by) => changeUser(state, to, by, clock()),
    async (tx, before, after) => {
      if (!becomesAdmin(before, after)) return;
      // The first admin beside the bootstrap one needs no second person.
      if (await wasAdminMadeBefore(tx)) call.requireApproval();
      await mailNewAdmin(tx, after, config.PUBLIC_URL, clock());
    },
  );
  deps.triggerMailer();
  return toMessage(changed);
}

/** Mails the owner. An admin who resets their own password keeps the current session. */
async function setPasswordOfUser(
  deps: Deps,
  id: string,
  newPassword: string,
  { actor }: Call,
): Promise<void> {
  checkInput({ newPassword });
  const { user } = await getLogin(deps.db, id);
  checkNewPassword(newPassword, user);
  const { id: actorId, sessionId } = userOf(actor);
  if (user.role === 'admin' && user.id !== actorId && requiresSecondAdmin(deps.config))
    throw onlyOwnPassword();
  const keep = user.id === actorId ? sessionId : undefined;
  const passwordHash = await deps.passwords.hash(newPassword, actorId);
  const mail = passwordReset(user.firstName, deps.config.PUBLIC_URL);
  const act = userAct('password-set', user.id, actorId);
  await resetPassword(deps.db, user.id, { passwordHash, mail, act }, keep, deps.clock());
  deps.triggerMailer();
}

/**
 * With another admin's password, an admin could approve in that person's name. The call cannot become an approval
 * request either: the request would store the password.
 */
const onlyOwnPassword = (): AppError =>
  new AppError('forbidden', {
    message: 'A senha de um administrador, só ele mesmo redefine, por "Esqueci minha senha".',
  });

/** Calls the peers before the transaction, after cheap refusals. */
async function deleteUser(deps: Deps, id: string, { actor }: Call): Promise<Record<string, never>> {
  const actorId = userOf(actor).id;
  const { user } = await getLogin(deps.db, id);
  removeUser(user, { actorId, otherActiveAdmins: 1 });
  await deps.peers.assertDeletable(user.id);
  await deleteAsAdmin(deps.db, user.id, actorId, removeUser, deps.clock());
  return {};
}
