import { AppError } from '@g2/gateway/contract/errors';
import type { User } from '@g2/gateway/contract/users';
import type { Account, Db } from '../db.ts';
import { paginate } from '../lists.ts';
import { aUser, pageOf } from '../records.ts';
import type { Handlers } from './handler.ts';

/** An account as the API returns it: with its current balance and without its password. */
export const userOf = (db: Db, { password: _secret, ...user }: Account): User => ({
  ...user,
  credits: db.balanceOf(user.id),
});

const accountWithEmail = (db: Db, email: string): Account | undefined =>
  db.users.find((user) => user.email.toLowerCase() === email.toLowerCase());

export function updateAccount(db: Db, account: Account, changes: Partial<Account>): User {
  Object.assign(account, changes, { updatedAt: db.now() });
  return userOf(db, account);
}

export const accountHandlers: Handlers = {
  register({ body: { password, ...person } }, db) {
    if (accountWithEmail(db, person.email) !== undefined) {
      throw new AppError('email-taken', { fields: { email: 'Este e-mail já está cadastrado.' } });
    }
    const now = db.now();
    const id = db.nextId();
    const user = aUser({ id, ...person, credits: 0, emailVerified: false, createdAt: now, updatedAt: now });
    db.sessionUserId = id;
    return userOf(db, db.addUser(user, password));
  },
  logIn({ body: { email, password } }, db) {
    const account = accountWithEmail(db, email);
    if (account === undefined || account.password !== password) throw new AppError('wrong-credentials');
    if (!account.isActive) throw new AppError('account-deactivated');
    db.sessionUserId = account.id;
    return userOf(db, account);
  },
  logOut(_input, db) {
    db.sessionUserId = null;
  },
  getCurrentUser: (_input, db) => userOf(db, db.me),
  updateCurrentUser({ body: { firstName, lastName } }, db) {
    const { me } = db;
    return updateAccount(db, me, { firstName: firstName ?? me.firstName, lastName: lastName ?? me.lastName });
  },
  changePassword({ body: { currentPassword, newPassword } }, db) {
    const message = 'Senha atual incorreta';
    if (db.me.password !== currentPassword) {
      throw new AppError('invalid-input', { message, fields: { currentPassword: message } });
    }
    db.me.password = newPassword;
  },
  getAvatar() {
    throw new AppError('not-found', { message: 'Imagem não encontrada' });
  },
  listSessions: ({ query: { limit } }, db) =>
    pageOf(
      [
        {
          id: '0'.repeat(64),
          current: true,
          device: 'Chrome no Linux',
          deviceKind: 'desktop',
          address: '127.0.0.1',
          createdAt: db.me.createdAt,
          lastUsedAt: db.now(),
        },
      ],
      limit,
    ),
  endOtherSessions() {},
  forgotPassword() {},
  resendVerification() {},
  changeEmail() {},
  getFactors: () => ({ totp: false, passkeys: 0, recoveryCodes: 0 }),
  listApiTokens: ({ query }) => paginate([], query),
  listPasskeys: () => pageOf([], 100),
};
