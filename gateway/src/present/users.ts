import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type { AccountSession, User as ProtoUser } from '@g2/proto/identity';
import type { Balance } from '@g2/proto/payment';
import type { AdminUser, DeletionBlock, User } from '../../contract/users.ts';
import type { Clients } from '../clients.ts';
import type { Wide } from '../route.ts';
import { orWithout, present } from './common.ts';

const BALANCE_DEADLINE_MS = 1_500;

/** `credits` in hundredths, null while the balance cannot be read. */
export const presentUser = (user: ProtoUser, credits: number | null): Wide<User> => ({
  ...present(user),
  credits,
});

export const presentSession = ({ usedAt: lastUsedAt, ...it }: AccountSession) =>
  present({ ...it, lastUsedAt });

/** Own balance in hundredths of a credit; null while payment-credit is unavailable. */
export async function ownCredits(
  payments: Clients['payments'],
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<number | null> {
  const pending = payments.getOwnBalance({}, { token: call.token, deadlineMs: BALANCE_DEADLINE_MS });
  return (await orWithout(pending, null, 'balance', log))?.credits ?? null;
}

export async function presentBalance(
  payments: Clients['payments'],
  user: ProtoUser,
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Wide<User>> {
  const balances = await balancesOf(payments, [user.id], call, log);
  return presentUser(user, creditsIn(balances, user.id));
}

/** Adds data of other services to the users, with one call per service for all users. */
export async function presentUsers(
  { payments, registrations }: Pick<Clients, 'payments' | 'registrations'>,
  users: ProtoUser[],
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Wide<AdminUser>[]> {
  const userIds = users.map((one) => one.id);
  const [balances, unfinished] = await Promise.all([
    balancesOf(payments, userIds, call, log),
    unfinishedOf(registrations, userIds, call, log),
  ]);
  return users.map((user) => ({
    ...presentUser(user, creditsIn(balances, user.id)),
    deletionBlockedBy: blockOf(balances?.get(user.id), unfinished.has(user.id)),
  }));
}

type Balances = ReadonlyMap<string, Balance> | undefined;

/** Credits of a user: 0 without ledger entries, null while balances cannot be read. */
const creditsIn = (balances: Balances, userId: string): number | null =>
  balances ? (balances.get(userId)?.credits ?? 0) : null;

/** What blocks the deletion first, in the order in which the deletion itself checks. */
function blockOf(balance: Balance | undefined, hasUnfinished: boolean): DeletionBlock | null {
  if (balance?.hasOpenPayments) return 'payments';
  if (balance && balance.credits !== 0) return 'balance';
  return hasUnfinished ? 'registrations' : null;
}

async function balancesOf(
  payments: Clients['payments'],
  userIds: string[],
  { token }: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Balances> {
  const pending = payments.getBalances({ userIds }, { token, deadlineMs: BALANCE_DEADLINE_MS });
  const found = await orWithout(pending, undefined, 'balances', log);
  return found && new Map(found.items.map((one) => [one.userId, one]));
}

/** Users with an unfinished paid registration. Empty during an outage of registration: the deletion checks again. */
async function unfinishedOf(
  registrations: Clients['registrations'],
  userIds: string[],
  { token }: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<ReadonlySet<string>> {
  const pending = registrations.findUnfinishedPaid({ userIds }, { token, deadlineMs: BALANCE_DEADLINE_MS });
  return new Set((await orWithout(pending, undefined, 'unfinished registrations', log))?.userIds);
}
