import type { AccountData, LinkedAccount, OwnAct, Passkey } from '@g2/proto/identity';
import { ACT_NAMES, isActName } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import { presentMail, presentSession } from '../present/accounts.ts';
import { presentApiToken } from '../present/api-tokens.ts';
import { iso, isoOrNull, orNull } from '../present/common.ts';
import { presentOwnContact } from '../present/contacts.ts';
import { presentLink } from '../present/links.ts';
import { presentNamedPayer } from '../present/payers.ts';
import { presentPayment, presentPurchase, presentTransaction } from '../present/payments.ts';
import { presentUser } from '../present/users.ts';
import { mapInOrder, type Part, readAllPages } from './document.ts';
import type { ExportContext } from './export-context.ts';
import { readMe } from './read-me.ts';
import { ownRegistrations } from './registrations.ts';

/** Account first: identity applies the rate limit and writes the audit entry before anything else is read. */
export async function ownData(asking: ExportContext): Promise<Part[]> {
  const { clients, call, publicUrl, now } = asking;
  const account = await clients.identity.takeAccountData({}, await call());
  if (!account.user) throw new AppError('internal');
  const { id } = account.user;
  const { credits, owed } = await clients.payments.getOwnBalance({}, await call());
  const { items: sessions } = await clients.identity.listAccountSessions({ id }, await call());
  return [
    ['leiaMe', readMe(now, publicUrl)],
    ['conta', presentAccount(account, presentUser(account.user, credits))],
    ['contasVinculadas', account.links.map(presentOwnLink)],
    ['chavesDeAcesso', account.passkeys.map(presentPasskey)],
    ['tokensDeApi', account.apiTokens.map(presentApiToken)],
    ['sessoes', sessions.map(presentSession)],
    ['emails', mapInOrder(mailsOf(asking, id), presentMail)],
    ['trilha', mapInOrder(actsOf(asking), presentAct)],
    ['atendimentos', mapInOrder(contactsOf(asking), presentOwnContact)],
    ['creditos', { saldo: credits, devido: owed }],
    ...moneyOf(asking),
    ['registros', ownRegistrations(asking)],
  ];
}

const presentAccount = (it: AccountData, user: ReturnType<typeof presentUser>) => ({
  ...user,
  emailVerifiedAt: isoOrNull(it.emailVerifiedAt),
  hasPassword: it.hasPassword,
  pendingEmail: it.pendingEmail
    ? {
        email: it.pendingEmail.email,
        askedAt: iso(it.pendingEmail.askedAt),
        expiresAt: iso(it.pendingEmail.expiresAt),
      }
    : null,
  pictureSource: orNull(it.pictureSource),
  knownPlaces: it.knownPlaces,
});

/** Also has the user's identity at the provider. */
const presentOwnLink = (link: LinkedAccount) => ({
  ...presentLink(link),
  issuer: link.issuer,
  subject: link.subject,
});

const presentPasskey = ({ name, createdAt, lastUsedAt, backedUp }: Passkey) => ({
  name,
  createdAt: iso(createdAt),
  lastUsedAt: isoOrNull(lastUsedAt),
  backedUp,
});

const presentAct = ({ at, action, byMe, subjectType, subjectId, address }: OwnAct) => ({
  at: iso(at),
  action,
  name: isActName(action) ? ACT_NAMES[action] : action,
  byMe,
  subjectType,
  subjectId,
  address: orNull(address),
});

const mailsOf = ({ clients, call }: ExportContext, userId: string) =>
  readAllPages(async (page) => clients.identity.listAccountMails({ userId, page }, await call()));

const actsOf = ({ clients, call }: ExportContext) =>
  readAllPages(async (page) => clients.identity.listOwnActs(page, await call()));

const contactsOf = ({ clients, call }: ExportContext) =>
  readAllPages(async (page) => clients.identity.listOwnContacts({ page, unread: false }, await call()));

function moneyOf({ clients, call }: ExportContext): Part[] {
  const payments = readAllPages(async (page) => clients.payments.listOwnPayments(page, await call()));
  const purchases = readAllPages(async (page) => clients.payments.listOwnPurchases(page, await call()));
  const payers = readAllPages(async (page) => clients.payments.listOwnPayers(page, await call()));
  const entries = readAllPages(async (page) => clients.payments.listOwnTransactions(page, await call()));
  return [
    ['pagamentos', mapInOrder(payments, presentPayment)],
    ['compras', mapInOrder(purchases, presentPurchase)],
    ['pagadores', mapInOrder(payers, presentNamedPayer)],
    // Staff identities are not part of the user's data.
    ['lancamentos', mapInOrder(entries, (it) => ({ ...presentTransaction(it), createdBy: undefined }))],
  ];
}
