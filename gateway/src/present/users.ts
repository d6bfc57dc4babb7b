import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type { User as ProtoUser } from '@g2/proto/identity';
import type { User } from '../../contract/users.ts';
import type { Clients } from '../clients.ts';
import type { Wide } from '../route.ts';
import { iso, orNull } from './common.ts';

const BALANCE_DEADLINE_MS = 1_500;

/** `credits` in hundredths, null while the balance cannot be read (contract "User"). */
export const presentUser = (user: ProtoUser, credits: number | null): Wide<User> => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  isActive: user.isActive,
  profileImageUrl: orNull(user.profileImageUrl),
  credits,
  createdAt: iso(user.createdAt),
  updatedAt: iso(user.updatedAt),
});

/** The caller's own balance; null while payment-credit is away. */
export async function ownCredits(
  payments: Clients['payments'],
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<number | null> {
  try {
    return (await payments.getOwnBalance({}, { token: call.token, deadlineMs: BALANCE_DEADLINE_MS })).credits;
  } catch (error) {
    log.warn({ err: error }, 'balance not available');
    return null;
  }
}

/** Users with their balances, by one call for all of them. */
export async function presentUsers(
  payments: Clients['payments'],
  users: ProtoUser[],
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Wide<User>[]> {
  const userIds = users.map((one) => one.id);
  try {
    const { items } = await payments.getBalances(
      { userIds },
      { token: call.token, deadlineMs: BALANCE_DEADLINE_MS },
    );
    const credits = new Map(items.map((one) => [one.userId, one.credits]));
    // Who never had an entry has nothing.
    return users.map((user) => presentUser(user, credits.get(user.id) ?? 0));
  } catch (error) {
    log.warn({ err: error }, 'balances not available');
    return users.map((user) => presentUser(user, null));
  }
}
