import type { AccountData, OwnAct } from '@g2/proto/identity';
import { ACT_NAMES, isActName } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import type { z } from 'zod';
import { apiToken } from '../../contract/api-tokens.ts';
import { ownContact } from '../../contract/contacts.ts';
import { passkey } from '../../contract/factors.ts';
import { accountMail, accountSession } from '../../contract/own-data.ts';
import { adminPayment, creditPurchase, creditTransaction } from '../../contract/payments.ts';
import { user } from '../../contract/users.ts';
import { present } from '../present/common.ts';
import { presentOwnContact } from '../present/contacts.ts';
import { presentNamedPayer } from '../present/payers.ts';
import { presentSession, presentUser } from '../present/users.ts';
import { type ExportContext, mapInOrder, type Part, readAllPages } from './document.ts';
import { readMe } from './read-me.ts';
import { ownRegistrations } from './registrations.ts';

/** Reads the account first: identity then limits the rate and audits before any other data is read. */
export async function ownData(asking: ExportContext): Promise<Part[]> {
  const { clients, call, publicUrl, now } = asking;
  const { identity } = clients;
  const account = await identity.takeAccountData({}, await call());
  if (!account.user) throw new AppError('internal');
  const { id } = account.user;
  const { credits, owed } = await clients.payments.getOwnBalance({}, await call());
  const { items: sessions } = await identity.listAccountSessions({ id }, await call());
  const mails = readAllPages(async (page) => identity.listAccountMails({ userId: id, page }, await call()));
  const acts = readAllPages(async (page) => identity.listOwnActs(page, await call()));
  const contacts = readAllPages(async (page) =>
    identity.listOwnContacts({ page, unread: false }, await call()),
  );
  return [
    ['leiaMe', readMe(now, publicUrl)],
    ['conta', { ...user.parse(presentUser(account.user, credits)), ...presentAccount(account) }],
    ['contasVinculadas', account.links.map(present)],
    ['chavesDeAcesso', account.passkeys.map(shownAs(passkey.omit({ id: true })))],
    ['tokensDeApi', account.apiTokens.map(shownAs(apiToken))],
    ['sessoes', sessions.map(presentSession).map(shownAs(accountSession))],
    ['emails', mapInOrder(mails, shownAs(accountMail))],
    ['trilha', mapInOrder(acts, presentAct)],
    ['atendimentos', mapInOrder(contacts, (it) => ownContact.parse(presentOwnContact(it)))],
    ['creditos', { saldo: credits, devido: owed }],
    ...moneyOf(asking),
    ['registros', ownRegistrations(asking)],
  ];
}

/** Returns only the fields of the schema, because the messages of the services also contain data of the staff. */
const shownAs =
  <S extends z.ZodType>(schema: S) =>
  (message: object): z.output<S> =>
    schema.parse(present(message));

const presentAccount = ({
  emailVerifiedAt,
  hasPassword,
  pendingEmail,
  pictureSource,
  knownPlaces,
}: AccountData) => present({ emailVerifiedAt, hasPassword, pendingEmail, pictureSource, knownPlaces });

const presentAct = (it: OwnAct) => ({
  ...present(it),
  name: isActName(it.action) ? ACT_NAMES[it.action] : it.action,
});

function moneyOf({ clients, call }: ExportContext): Part[] {
  const payments = readAllPages(async (page) => clients.payments.listOwnPayments(page, await call()));
  const purchases = readAllPages(async (page) => clients.payments.listOwnPurchases(page, await call()));
  const payers = readAllPages(async (page) => clients.payments.listOwnPayers(page, await call()));
  const entries = readAllPages(async (page) => clients.payments.listOwnTransactions(page, await call()));
  return [
    ['pagamentos', mapInOrder(payments, shownAs(adminPayment))],
    ['compras', mapInOrder(purchases, shownAs(creditPurchase))],
    ['pagadores', mapInOrder(payers, presentNamedPayer)],
    // Omits `createdBy`, because the identity of staff is not part of the user's data.
    ['lancamentos', mapInOrder(entries, shownAs(creditTransaction.omit({ createdBy: true })))],
  ];
}
