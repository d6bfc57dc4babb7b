import { newId } from '@g2/kit/ids';
import { type Deps, mailContextOf } from './deps.ts';
import { userAct } from './domain/audit-acts.ts';
import { newUser, type UserState } from './domain/user.ts';
import { mailNewAdmin } from './store/accounts.ts';
import { revokeAllTokens } from './store/api-tokens.ts';
import { recordAuditAct } from './store/audit.ts';
import { dropFactors } from './store/factors.ts';
import { dropAllLinks } from './store/linked-accounts.ts';
import { revokeMailTokens } from './store/mail-tokens.ts';
import { releaseHeldMails } from './store/mails.ts';
import { hasAdmin, inSeedLock, makeAdmin } from './store/seed.ts';
import { endAll } from './store/sessions.ts';
import { findLogin, insertUser, lockUser, type Tx } from './store.ts';

type Account = Pick<UserState, 'email' | 'firstName' | 'lastName' | 'role'>;

/** Demo accounts of the contract: e-mail, password and names. */
const DEMO = [
  ['cliente@g2.local', 'Cliente-2026!', 'Clara', 'Cliente', 'client'],
  ['operador@g2.local', 'Operador-2026!', 'Otávio', 'Operador', 'operator'],
  ['admin@g2.local', 'Admin-2026!', 'Ada', 'Administradora', 'admin'],
] as const;

type Parts = Pick<Deps, 'config' | 'db' | 'passwords' | 'clock'>;

/** Creates the first admin and, in a demo, the demo accounts. Existing demo accounts are not changed. */
export async function seed(parts: Parts): Promise<void> {
  const { config, db, passwords, clock } = parts;
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config;
  if (email && password) await bootstrap(parts, email.trim(), password);
  if (!config.G2_DEMO || !config.SEED_DEMO) return;
  for (const [email, password, firstName, lastName, role] of DEMO) {
    if (await findLogin(db, email)) continue;
    const passwordHash = await passwords.hash(password, 'seed');
    await inSeedLock(db, async (tx) => {
      if (await findLogin(tx, email)) return;
      await insert(tx, { email, firstName, lastName, role }, passwordHash, clock());
    });
  }
}

/** Creates the first admin. An existing account gets this password and loses its factors and provider links. */
async function bootstrap(parts: Parts, email: string, password: string): Promise<void> {
  const { db, passwords } = parts;
  if (await hasAdmin(db)) return;
  const passwordHash = await passwords.hash(password, 'seed');
  await inSeedLock(db, async (tx) => {
    if (await hasAdmin(tx)) return;
    const moment = mailContextOf(parts);
    const { now } = moment;
    const existing = await makeAdmin(tx, email, passwordHash, now);
    if (existing) {
      await endAll(tx, existing.id);
      await revokeAllTokens(tx, existing.id, now);
      await dropFactors(tx, await lockUser(tx, existing.id), now);
      await dropAllLinks(tx, existing.id);
      await revokeMailTokens(tx, existing.id, ['reset', 'verify', 'change', 'undo']);
      await releaseHeldMails(tx, existing, now);
    }
    const account = { email, firstName: 'Administração', lastName: 'G2', role: 'admin' } as const;
    const admin = existing ?? (await insert(tx, account, passwordHash, now));
    await recordAuditAct(tx, userAct('role-changed', admin.id, null, { to: 'admin', by: 'bootstrap' }), now);
    await mailNewAdmin(tx, admin, moment);
  });
}

async function insert(tx: Tx, account: Account, passwordHash: string, now: Date): Promise<UserState> {
  // The operator of the installation configured the e-mail address, so it needs no proof.
  const user = { ...newUser(newId(), account, now), role: account.role, emailVerifiedAt: now };
  await insertUser(tx, user, passwordHash);
  return user;
}
