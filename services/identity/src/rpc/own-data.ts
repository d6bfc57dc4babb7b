import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { AccountData, DeleteOwnAccountRequest, IdentityService } from '@g2/proto/identity';
import { AppError, type ErrorCode } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { accountDeleted } from '../domain/mails/data.ts';
import { removeOwn } from '../domain/user.ts';
import { toApiToken, toLinkedAccountMessage, toMessage, toPasskey } from '../present.ts';
import { accountDetails, listAccountActs, listMails, listSessions } from '../store/account-facts.ts';
import { recordAuditAct } from '../store/audit.ts';
import { deleteAccountAsOwner } from '../store/own-account.ts';
import { getLogin, type Login, noSuchUser } from '../store.ts';

export const ownDataRpcs = (deps: Deps) =>
  ({
    takeAccountData: {
      allow: signedIn,
      run: (_request, call) => takeAccountData(deps, call),
    },
    listOwnActs: {
      allow: signedIn,
      run: (request, { actor }) => listAccountActs(deps.db, userOf(actor).id, pageBounds(request)),
    },
    listAccountMails: {
      allow: signedIn,
      run: async ({ userId, page }, call) =>
        listMails(deps.db, await visibleAccountId(deps, userId, call), pageBounds(page)),
    },
    listAccountSessions: {
      allow: signedIn,
      async run({ id }, call) {
        const userId = await visibleAccountId(deps, id, call);
        const { sessionId } = userOf(call.actor);
        return { items: await listSessions(deps.db, userId, sessionId, deps.clock()) };
      },
    },
    deleteOwnAccount: {
      allow: signedIn,
      run: (request, call) => deleteOwnAccount(deps, request, call),
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** Admins see every account; others only their own. @throws AppError not-found */
async function visibleAccountId({ db }: Deps, id: string, { actor }: Call): Promise<string> {
  const asker = userOf(actor);
  const userId = id.toLowerCase();
  if (userId === asker.id) return userId;
  if (asker.role !== 'admin' || !isUuid(userId)) throw noSuchUser();
  return (await getLogin(db, userId)).user.id;
}

async function takeAccountData(
  { db, clock, throttle, providers }: Deps,
  { actor }: Call,
): Promise<AccountData> {
  const { id } = userOf(actor);
  await throttle.exportOf(id);
  const now = clock();
  const { user, passwordHash } = await getLogin(db, id);
  const { emailVerifiedAt, pictureSource, links, passkeys, apiTokens, ...facts } = await accountDetails(
    db,
    id,
    now,
  );
  const self = { actorId: id, subjectType: 'user', subjectId: id } as const;
  await db.tx((tx) => recordAuditAct(tx, { action: 'account-exported', ...self }, now));
  return {
    user: toMessage(user),
    hasPassword: passwordHash !== null,
    emailVerifiedAt: emailVerifiedAt ?? undefined,
    pictureSource: pictureSource ?? undefined,
    links: links.map((link) => toLinkedAccountMessage(link, providers)),
    passkeys: passkeys.map(toPasskey),
    apiTokens: apiTokens.map(toApiToken),
    ...facts,
  };
}

const wrong = (): AppError => {
  const message = 'Senha atual incorreta';
  return new AppError('invalid-input', { message, fields: { currentPassword: message } });
};

/** Checks the password. An account without one needs only the confirmed session. */
async function verifyOwnPassword(
  { db, throttle, passwords }: Deps,
  userId: string,
  password: string,
): Promise<Login> {
  const { passwordHash, ...login } = await getLogin(db, userId);
  if (passwordHash === null) return { ...login, passwordHash };
  const guess = { account: userId, isKnown: true };
  await throttle.attempt(guess);
  const found = await passwords.runCheck(userId, async (matches) => {
    await throttle.check(guess);
    const now = await getLogin(db, userId);
    if (await matches(now.passwordHash, password)) return now;
    await throttle.wrong(guess);
    throw wrong();
  });
  await throttle.right(guess);
  return found;
}

/** Refusals of rule 9 in the words for an account's owner. */
const OWN_TEXTS: Partial<Record<ErrorCode, string>> = {
  'user-has-payments':
    'Você tem um pagamento em andamento. Espere que ele termine, ou cancele-o, e exclua a conta depois.',
  'user-has-balance':
    'Você ainda tem créditos, ou um estorno em aberto. Use-os ou fale conosco antes de excluir a conta.',
  'user-has-registrations':
    'Você tem um registro pago em andamento. Espere o certificado e exclua a conta depois.',
};

/** Calls the peers before the transaction, not within. */
async function deleteOwnAccount(
  deps: Deps,
  { currentPassword }: DeleteOwnAccountRequest,
  { actor }: Call,
): Promise<Record<string, never>> {
  const { id: userId } = userOf(actor);
  const { user, passwordHash } = await verifyOwnPassword(deps, userId, currentPassword);
  removeOwn(user);
  await deps.peers.assertDeletable(userId).catch((error: unknown) => {
    const message = error instanceof AppError && OWN_TEXTS[error.code];
    throw message ? new AppError(error.code, { message }) : error;
  });
  const mail = accountDeleted(user.firstName, deps.config.PUBLIC_URL);
  if (!(await deleteAccountAsOwner(deps.db, { userId, passwordHash }, mail, deps.clock()))) throw wrong();
  deps.triggerMailer();
  return {};
}
