import { type Clock, newId } from '@g2/kit/ids';
import type { Role } from '@g2/terms/names';
import type { Config } from './config.ts';
import { userAct } from './domain/audit-acts.ts';
import { newUser, type UserState } from './domain/user.ts';
import type { Passwords } from './sign-in/passwords.ts';
import { mailNewAdmin } from './store/admins.ts';
import { revokeAllTokens } from './store/api-tokens.ts';
import { recordAuditAct } from './store/audit.ts';
import { dropFactors } from './store/factors.ts';
import { dropAllLinks } from './store/linked-accounts.ts';
import { revokeMailTokens } from './store/mail-tokens.ts';
import { releaseHeldMails } from './store/mails.ts';
import { hasAccount, hasAdmin, inSeedLock, makeAdmin } from './store/seed.ts';
import { endAll } from './store/sessions.ts';
import { type Database, findLogin, insertUser, lockUser, type Tx } from './store.ts';

type Account = { email: string; password: string; firstName: string; lastName: string; role: Role };

/** Demo accounts of the contract. */
const DEMO: Account[] = [
  {
    email: 'cliente@g2.local',
    password: 'Cliente-2026!',
    firstName: 'Clara',
    lastName: 'Cliente',
    role: 'client',
  },
  {
    email: 'operador@g2.local',
    password: 'Operador-2026!',
    firstName: 'Otávio',
    lastName: 'Operador',
    role: 'operator',
  },
  {
    email: 'admin@g2.local',
    password: 'Admin-2026!',
    firstName: 'Ada',
    lastName: 'Administradora',
    role: 'admin',
  },
];

type BootstrapAdmin = { email: string; password: string; url: string };

type Parts = { db: Database; passwords: Passwords; clock: Clock };

/** Creates the first admin and the demo accounts. Existing accounts stay as they are. */
export async function seed(config: Config, parts: Parts): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config;
  const { PUBLIC_URL: url } = config;
  if (email && password) await bootstrap(parts, { email: email.trim(), password, url });
  if (!config.G2_DEMO || !config.SEED_DEMO) return;
  for (const account of DEMO) {
    if (await findLogin(parts.db, account.email)) continue;
    const passwordHash = await parts.passwords.hash(account.password, 'seed');
    await inSeedLock(parts.db, async (tx) => {
      if (!(await hasAccount(tx, account.email))) await insert(tx, account, passwordHash, parts.clock());
    });
  }
}

/**
 * Creates the first admin if there is none. An account that already has the address becomes that admin, with this
 * password and without its factors and links.
 */
async function bootstrap(
  { db, passwords, clock }: Parts,
  { email, password, url }: BootstrapAdmin,
): Promise<void> {
  if (await hasAdmin(db)) return;
  const passwordHash = await passwords.hash(password, 'seed');
  await inSeedLock(db, async (tx) => {
    if (await hasAdmin(tx)) return;
    const now = clock();
    const existing = await makeAdmin(tx, email, passwordHash, now);
    if (existing) {
      await endAll(tx, existing.id);
      await revokeAllTokens(tx, existing.id, now);
      await dropFactors(tx, await lockUser(tx, existing.id), now);
      await dropAllLinks(tx, existing.id);
      await revokeMailTokens(tx, existing.id, ['reset', 'verify', 'change', 'undo']);
      await releaseHeldMails(tx, existing, now);
    }
    const account = { email, password, firstName: 'Administração', lastName: 'G2', role: 'admin' as const };
    const admin = existing ?? (await insert(tx, account, passwordHash, now));
    await recordAuditAct(tx, userAct('role-changed', admin.id, null, { to: 'admin', by: 'bootstrap' }), now);
    await mailNewAdmin(tx, admin, { now, publicUrl: url });
  });
}

async function insert(tx: Tx, account: Account, passwordHash: string, now: Date): Promise<UserState> {
  // Configured by the operator: no proof needed.
  const user = { ...newUser(newId(), account, now), role: account.role, emailVerifiedAt: now };
  await insertUser(tx, user, passwordHash);
  return user;
}
