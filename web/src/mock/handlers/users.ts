import { AppError } from '@g2/gateway/contract/errors';
import { type DeletionBlock, ROLES } from '@g2/gateway/contract/users';
import type { CallInput } from '../call.ts';
import type { Account, Db } from '../db.ts';
import { hasWords, paginate, sortRows } from '../lists.ts';
import { pageOf } from '../records.ts';
import { updateAccount, userOf } from './accounts.ts';
import type { Handlers } from './handler.ts';
import { checkBalance } from './money.ts';

type RoleAndState = Partial<Pick<Account, 'role' | 'isActive'>>;

/** Checks a change of role or activation, or a deletion. @throws AppError self-change, last-admin, email-unproven */
function checkRoleAndState(db: Db, account: Account, changes: RoleAndState, isDeletion = false): void {
  const { role = account.role, isActive = account.isActive } = changes;
  if (!isDeletion && role === account.role && isActive === account.isActive) return;
  if (account.id === db.me.id) throw new AppError('self-change');
  const isActiveAdmin = (user: Account) => user.role === 'admin' && user.isActive;
  const remainsAdmin = !isDeletion && role === 'admin' && isActive;
  if (isActiveAdmin(account) && !remainsAdmin && db.users.filter(isActiveAdmin).length === 1) {
    throw new AppError('last-admin');
  }
  if (account.role === 'client' && role !== 'client' && !account.emailVerified) {
    throw new AppError('email-unproven');
  }
}

function changeAccount(db: Db, id: string, changes: Partial<Account>) {
  const account = db.account(id);
  checkRoleAndState(db, account, changes);
  const answer = updateAccount(db, account, changes);
  if (account.role === 'client' || !account.isActive) dropAssignments(db, id);
  return answer;
}

function dropAssignments(db: Db, id: string): void {
  for (const registration of db.registrations) {
    if (registration.assignedOperatorId === id) registration.assignedOperatorId = null;
  }
}

/** The reason why an account cannot be deleted; null if it can. */
function deletionBlockOf(db: Db, userId: string): DeletionBlock | null {
  const hasOpenPayment = db.intents.some(
    (intent) => intent.userId === userId && intent.status !== 'succeeded',
  );
  if (hasOpenPayment) return 'payments';
  if (db.balanceOf(userId) !== 0) return 'balance';
  const hasPaidUnfinished = db.registrations.some(
    (registration) =>
      registration.userId === userId &&
      registration.paymentPaidAt !== null &&
      registration.status !== 'certificate_issued',
  );
  return hasPaidUnfinished ? 'registrations' : null;
}

const BLOCK_CODES = {
  balance: 'user-has-balance',
  payments: 'user-has-payments',
  registrations: 'user-has-registrations',
} as const;

const SORT_KEYS = {
  createdAt: (user: Account) => user.createdAt,
  name: (user: Account) => `${user.firstName} ${user.lastName}`,
  email: (user: Account) => user.email.toLowerCase(),
  role: (user: Account) => [...ROLES].sort().indexOf(user.role),
};

function adjustBalance(db: Db, userId: string, adjustment: CallInput<'adjustUserCredits'>['body']) {
  const { delta, reason, referenceType = null, referenceId = null } = adjustment;
  db.account(userId);
  checkBalance(db, userId, -delta);
  const transaction = db.addTransaction(userId, {
    delta,
    reason,
    referenceType,
    referenceId,
    createdBy: db.me.id,
  });
  return { transaction, balance: transaction.balanceAfter };
}

export const userHandlers: Handlers = {
  listUsers({ query }, db) {
    const { search, role, active, sort = '-createdAt' } = query;
    const users = db.users.filter(
      (user) =>
        (role === undefined || user.role === role) &&
        (active === undefined || user.isActive === active) &&
        (search === undefined || hasWords(`${user.firstName} ${user.lastName} ${user.email}`, search)),
    );
    return paginate(
      sortRows(users, sort, SORT_KEYS).map((user) => ({
        ...userOf(db, user),
        deletionBlockedBy: deletionBlockOf(db, user.id),
      })),
      query,
    );
  },
  getUser({ params }, db) {
    const user = db.account(params.id);
    const waysIn = { password: true, passkeys: 0, links: [] };
    return { ...userOf(db, user), deletionBlockedBy: deletionBlockOf(db, user.id), waysIn };
  },
  updateUser({ params, body }, db) {
    const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return changeAccount(db, params.id, changes);
  },
  changeUserRole: ({ params, body: { role } }, db) => changeAccount(db, params.id, { role }),
  deactivateUser: ({ params }, db) => changeAccount(db, params.id, { isActive: false }),
  reactivateUser: ({ params }, db) => changeAccount(db, params.id, { isActive: true }),
  deleteUser({ params }, db) {
    const account = db.account(params.id);
    checkRoleAndState(db, account, {}, true);
    const block = deletionBlockOf(db, account.id);
    if (block !== null) throw new AppError(BLOCK_CODES[block]);
    db.users.splice(db.users.indexOf(account), 1);
    dropAssignments(db, account.id);
  },
  resetUserPassword({ params, body }, db) {
    db.account(params.id).password = body.newPassword;
  },
  listUserSessions({ params, query }, db) {
    db.account(params.id);
    return paginate([], query);
  },
  listUserMails({ params, query }, db) {
    db.account(params.id);
    return paginate([], query);
  },
  listDroppedAssignments({ params, query: { limit } }, db) {
    db.account(params.id);
    return { ...pageOf([], limit), free: 0 };
  },
  restoreAssignments: () => ({ restored: 0, kept: 0 }),
  endUserSessions({ params }, db) {
    db.account(params.id);
  },
  adjustCredits: ({ body }, db) => adjustBalance(db, body.userId, body),
  adjustUserCredits: ({ params, body }, db) => adjustBalance(db, params.id, body),
  listUserTransactions({ params, query }, db) {
    const transactions = db.transactions.filter(({ userId }) => userId === db.account(params.userId).id);
    return paginate(
      transactions.toReversed().map((transaction) => ({
        ...transaction,
        createdByName: db.nameOf(transaction.createdBy),
      })),
      query,
    );
  },
};
