import { userOf } from '@g2/kit/actor';
import { type Call, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import { AppError, type ErrorCode } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { accountDeleted } from '../domain/mails/account.ts';
import { removeOwn } from '../domain/user.ts';
import { toLinkedAccount, toMessage } from '../present.ts';
import { accountDetails, listAccountActs, listMails, listSessions } from '../store/account-facts.ts';
import { deleteAsOwner } from '../store/accounts.ts';
import { recordAuditAct } from '../store/audit.ts';
import { getLogin, noSuchUser } from '../store.ts';
import { verifyOwnPassword, wrongPassword } from './own-password.ts';

/** Messages for owners who may not delete their account yet (api-rules R9). */
const OWN_TEXTS: Partial<Record<ErrorCode, string>> = {
  'user-has-payments':
    'Você tem um pagamento em andamento. Espere que ele termine, ou cancele-o, e exclua a conta depois.',
  'user-has-balance':
    'Você ainda tem créditos, ou um estorno em aberto. Use-os ou fale conosco antes de excluir a conta.',
  'user-has-registrations':
    'Você tem um registro pago em andamento. Espere o certificado e exclua a conta depois.',
};

export const ownDataRpcs = (deps: Deps) =>
  ({
    takeAccountData: {
      allow: signedIn,
      async run(_request, { actor }) {
        const { id } = userOf(actor);
        await deps.throttle.exportOf(id);
        const now = deps.clock();
        const { user, passwordHash } = await getLogin(deps.db, id);
        const details = await accountDetails(deps.db, id, now);
        await recordAuditAct(deps.db, userAct('account-exported', id, id), now);
        return {
          ...withoutNulls(details),
          user: toMessage(user),
          hasPassword: passwordHash !== null,
          links: details.links.map((link) => toLinkedAccount(link, deps.providers)),
          passkeys: details.passkeys.map(withoutNulls),
          apiTokens: details.apiTokens.map(withoutNulls),
        };
      },
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
    /** An account without a password needs only a recently confirmed session. */
    deleteOwnAccount: {
      allow: signedIn,
      async run({ currentPassword }, { actor }) {
        const { id } = userOf(actor);
        let { user, passwordHash } = await getLogin(deps.db, id);
        if (passwordHash !== null)
          ({ user, passwordHash } = await verifyOwnPassword(deps, id, currentPassword));
        removeOwn(user);
        // Asks the other services before the transaction, which must not wait for them.
        await deps.peers.assertDeletable(id).catch((error: unknown) => {
          const message = error instanceof AppError && OWN_TEXTS[error.code];
          throw message ? new AppError(error.code, { message }) : error;
        });
        const { now, publicUrl } = mailContextOf(deps);
        const mail = accountDeleted(user.firstName, publicUrl);
        if (!(await deleteAsOwner(deps.db, { id, passwordHash }, mail, now))) throw wrongPassword();
        deps.triggerMailer();
        return {};
      },
    },
  }) satisfies IdentityRpcs;

/** Admins read every account, others only their own. @throws AppError not-found */
async function visibleAccountId({ db }: Deps, id: string, { actor }: Call): Promise<string> {
  const caller = userOf(actor);
  const userId = id.toLowerCase();
  if (userId === caller.id) return userId;
  if (caller.role !== 'admin' || !isUuid(userId)) throw noSuchUser();
  return (await getLogin(db, userId)).user.id;
}
